// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/time.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockdesk::mariadb {

/// An SQL string literal. Sessions have backslash escapes on and utf8mb4 as their character set.
std::string literal(std::string_view text);
/// `'a', 'b'`; at least one.
std::string literals(const std::vector<std::string>& texts);

/// What stands for the placeholders of a statement, as SQL.
class Values
{
public:
    Values& text(std::string_view key, std::string_view value);
    Values& number(std::string_view key, std::int64_t value);
    Values& real(std::string_view key, double value);
    Values& time(std::string_view key, const std::optional<TimePoint>& value);
    Values& duration(std::string_view key, const std::optional<Duration>& value);
    Values& sql(std::string_view key, std::string text);
    /// The last value is another one in every run: what is told says `<word>` in its place.
    Values& of_run(const std::string& word);
    [[nodiscard]] std::string_view told(std::string_view key) const;
    /// Empty when there is none of that key.
    [[nodiscard]] std::string_view of(std::string_view key) const;
    /// False: a text is not UTF-8.
    [[nodiscard]] bool storable() const { return m_storable; }

private:
    std::vector<std::pair<std::string, std::string>> m_values;
    std::vector<std::pair<std::string, std::string>> m_words; ///< by key
    bool m_storable = true;
};

/// A statement with `{placeholders}`, taken apart once. What is put in is never looked at again.
class Template
{
public:
    /// `fixed` is put in at once.
    Template(std::string_view text, const Values& fixed);
    [[nodiscard]] std::string fill(const Values& values) const;
    /// As it is told: with words for what is another one in every run.
    [[nodiscard]] std::string told(const Values& values) const;
    /// With a mark, `?`, for each placeholder.
    [[nodiscard]] std::string with_marks() const;
    /// What stands for the marks, in their order.
    [[nodiscard]] std::vector<std::string> marked(const Values& values) const;
    /// `PREPARE name FROM ...`, with a parameter for each placeholder.
    [[nodiscard]] std::string prepare(std::string_view name) const;
    /// `EXECUTE name USING ...` of what was prepared so.
    [[nodiscard]] std::string execute(std::string_view name, const Values& values) const;

private:
    void add(std::string_view text) { m_parts.back().first += text; }
    std::vector<std::pair<std::string, std::string>> m_parts; ///< text, and the placeholder after it
};

} // namespace lockdesk::mariadb
