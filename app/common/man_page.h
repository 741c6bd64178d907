// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockdesk::app {

/// Writes a page of the manual in man(7). All texts are plain UTF-8: roff reads nothing in them as a request or an escape.
/// Text in `backticks` becomes bold.
class ManPage
{
public:
    ManPage(std::string_view program, std::string_view summary);
    void section(std::string_view title);
    void subsection(std::string_view title);
    void paragraph(std::string_view text);
    /// A bold term, and its text indented below.
    void item(std::string_view term, std::string_view text);
    /// Keeps the line breaks.
    void lines(std::string_view text);
    /// The sections that all programs have: exit status, environment, files.
    void common_end(bool has_exit_statuses);
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    void begin_paragraph();
    std::string m_text;
    bool m_below_title = false; ///< a paragraph begins here anyway
};

/// What the exit statuses of lockdeskctl and lockdesk-worker mean, a line each.
extern const char* const exit_status_lines;

} // namespace lockdesk::app
