// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/time.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lockdesk::sql {

/// Returns what `of` makes of each value, as one text.
template <class Range, class Of>
std::string joined(const Range& values, const Of& of, std::string_view between = ", ", std::string out = {})
{
    const auto begin = out.size();
    for (const auto& value : values) {
        if (out.size() > begin)
            out += between;
        out += std::invoke(of, value);
    }
    return out;
}

/// Returns the name of a table, column or channel in quotes of the server.
std::string identifier(std::string_view name, char quote);

/// Appends a text as a string literal of the server.
using Quote = void (*)(std::string& to, std::string_view text);

/// A piece of a statement.
struct Sql
{
    std::string_view text;
};
/// A name from outside: some servers store any bytes.
struct AnyText
{
    std::string_view text;
};

/// A value with its key, for a list of them; refers to texts. Ids, tokens, times and spans are stored as what they are, and
/// what is absent as NULL.
class Named
{
public:
    explicit Named(std::string_view key) : m_key(key) {}
    Named(std::string_view key, std::string_view text) : m_key(key), m_value(text) {}
    Named(std::string_view key, const std::string& text) : Named(key, std::string_view(text)) {}
    Named(std::string_view key, const char* text) : Named(key, std::string_view(text)) {}
    template <class Id>
        requires requires(const Id& id) { id.str(); }
    Named(std::string_view key, const Id& id) : Named(key, std::string_view(id.str()))
    {
    }
    template <std::integral Number> Named(std::string_view key, Number number) : m_key(key), m_value(std::int64_t{number}) {}
    Named(std::string_view key, Sql sql) : m_key(key), m_value(sql) {}
    Named(std::string_view key, AnyText text) : m_key(key), m_value(text) {}
    Named(std::string_view key, FencingToken token) : Named(key, token.number()) {}
    Named(std::string_view key, double number) : m_key(key), m_value(number) {}
    Named(std::string_view key, Duration span) : Named(key, span.count()) {}
    Named(std::string_view key, TimePoint time) : Named(key, to_us(time)) {}
    template <class T> Named(std::string_view key, const std::optional<T>& value) : Named(value ? Named(key, *value) : Named(key))
    {
    }

private:
    friend class Values;
    std::string_view m_key;
    std::variant<std::monostate, std::string_view, std::int64_t, double, Sql, AnyText> m_value;
};

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

    Values() = default;
    Values(std::initializer_list<Named> values) { add(values); }

    Values& add(std::initializer_list<Named> values);
    Values& text(std::string_view key, std::string_view value) { return take(key, value); }
    Values& number(std::string_view key, std::int64_t value) { return take(key, value); }
    Values& sql(std::string_view key, std::string_view text) { return take(key, Sql{text}); }
    /// Marks the last value as differing between runs: traces show `<word>` in its place.
    Values& of_run(const std::string& word);

    [[nodiscard]] const std::vector<Value>& all() const { return m_values; }
    [[nodiscard]] const Value* find(std::string_view key) const;
    /// Returns true if every text is UTF-8.
    [[nodiscard]] bool is_utf8() const { return m_utf8; }
    /// Returns true if every `AnyText` is UTF-8.
    [[nodiscard]] bool is_foreign_utf8() const { return m_foreign_utf8; }
    [[nodiscard]] bool has_nul() const { return m_nul; }

private:
    Values& take(std::string_view key, std::monostate) { return put(key, "NULL", Kind::null); }
    Values& take(std::string_view key, std::int64_t number) { return put(key, std::to_string(number), Kind::number); }
    Values& take(std::string_view key, Sql sql) { return put(key, std::string(sql.text), Kind::sql); }
    Values& take(std::string_view key, std::string_view text);
    Values& take(std::string_view key, AnyText any);
    Values& take(std::string_view key, double number);
    Values& put(std::string_view key, std::string text, Kind kind);
    std::vector<Value> m_values;
    bool m_utf8 = true;
    bool m_foreign_utf8 = true;
    bool m_nul = false;
};

/// A statement with `{placeholders}`, parsed once. Inserted values are not parsed again.
class Template
{
public:
    enum class For { server, trace, prepare };
    using Parts = std::vector<std::pair<std::string, std::string>>;

    /// Inserts `fixed` at once.
    Template(std::string_view text, const Values& fixed, Quote quote);
    /// Replaces the placeholders; one without a value becomes empty, and each one to prepare becomes a `?`.
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
