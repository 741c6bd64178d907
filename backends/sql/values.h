// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockdesk::sql {

/// Appends a text as a string literal of the server.
using Quote = void (*)(std::string& to, std::string_view text);

/// The values of one statement. `{key}` in a statement's text is replaced by a value; PostgreSQL takes all values that are
/// not `sql` as parameters.
class Values
{
public:
    enum class Kind { text, number, null, sql };
    struct Value
    {
        std::string key;
        std::string text;
        Kind kind;
        std::string shown_as{}; ///< replaces a value that differs between runs
    };

    Values& text(std::string_view key, std::string_view value);
    /// Adds a name from outside: some servers store any bytes.
    Values& any_text(std::string_view key, std::string_view value);
    Values& number(std::string_view key, std::int64_t value);
    Values& real(std::string_view key, double value);
    Values& null(std::string_view key);
    Values& time(std::string_view key, const std::optional<TimePoint>& value);
    Values& duration(std::string_view key, const std::optional<Duration>& value);
    Values& sql(std::string_view key, std::string text);
    /// Marks the last value as differing between runs: traces show `<word>` in its place.
    Values& of_run(const std::string& word);

    [[nodiscard]] const std::vector<Value>& all() const { return m_values; }
    [[nodiscard]] const Value* find(std::string_view key) const;
    /// Returns true if every `text` is UTF-8.
    [[nodiscard]] bool is_utf8() const { return m_utf8; }
    /// Returns true if every `any_text` is UTF-8.
    [[nodiscard]] bool is_foreign_utf8() const { return m_foreign_utf8; }
    [[nodiscard]] bool has_nul() const { return m_nul; }

private:
    Values& add(std::string_view key, std::string text, Kind kind);
    std::vector<Value> m_values;
    bool m_utf8 = true;
    bool m_foreign_utf8 = true;
    bool m_nul = false;
};

/// A statement with `{placeholders}`, parsed once. Inserted values are not parsed again.
class Template
{
public:
    enum class For { server, trace };
    using Parts = std::vector<std::pair<std::string, std::string>>;

    /// Inserts `fixed` at once.
    Template(std::string_view text, const Values& fixed, Quote quote);
    /// Replaces the placeholders; one without a value becomes empty.
    [[nodiscard]] std::string fill(const Values& values, For reader = For::server) const;

    /// Appends the value of `key`.
    void write(std::string& out, const Values& values, std::string_view key, For reader) const;
    /// Texts, each with the placeholder after it.
    [[nodiscard]] const Parts& parts() const { return m_parts; }

private:
    void add(std::string_view text) { m_parts.back().first += text; }
    Parts m_parts;
    Quote m_quote;
};

} // namespace lockdesk::sql
