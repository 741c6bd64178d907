// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/sql_text.h"

#include "backends/engine/placeholders.h"
#include "backends/engine/text.h"

#include <charconv>
#include <cstdint>

namespace lockdesk::mariadb {

std::string literal(std::string_view text)
{
    if (!is_utf8(text)) // names by others' hands, in columns of bytes
        return "X'" + hex(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()) + "'";
    std::string out = "'";
    out.reserve(text.size() + 2);
    for (const char c : text) {
        if (c == '\0') {
            out += "\\0";
            continue;
        }
        if (c == '\'' || c == '\\')
            out += '\\';
        out += c;
    }
    out += '\'';
    return out;
}

std::string literals(const std::vector<std::string>& texts)
{
    std::string out;
    for (const auto& text : texts)
        out += (out.empty() ? "" : ", ") + literal(text);
    return out;
}

Values& Values::text(std::string_view key, std::string_view value)
{
    m_storable = m_storable && is_utf8(value);
    return sql(key, literal(value));
}

Values& Values::number(std::string_view key, std::int64_t value) { return sql(key, std::to_string(value)); }

Values& Values::real(std::string_view key, double value)
{
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
    return sql(key, std::string(buffer, end));
}

Values& Values::time(std::string_view key, const std::optional<TimePoint>& value)
{
    return value ? number(key, to_us(*value)) : sql(key, "NULL");
}

Values& Values::duration(std::string_view key, const std::optional<Duration>& value)
{
    return value ? number(key, value->count()) : sql(key, "NULL");
}

Values& Values::sql(std::string_view key, std::string text)
{
    m_values.emplace_back(key, std::move(text));
    return *this;
}

Values& Values::of_run(const std::string& word)
{
    m_words.emplace_back(m_values.back().first, "<" + word + ">");
    return *this;
}

std::string_view Values::told(std::string_view key) const
{
    for (const auto& [name, word] : m_words)
        if (name == key)
            return word;
    return of(key);
}

std::string_view Values::of(std::string_view key) const
{
    for (const auto& [name, value] : m_values)
        if (name == key)
            return value;
    return {};
}

Template::Template(std::string_view text, const Values& fixed) : m_parts(1)
{
    each_placeholder(
        text, [this](std::string_view between) { add(between); },
        [&](std::string_view name) {
            if (const auto value = fixed.of(name); !value.empty()) {
                add(value);
            } else {
                m_parts.back().second = name;
                m_parts.emplace_back();
            }
        });
}

std::string Template::fill(const Values& values) const
{
    std::string out;
    for (const auto& [text, placeholder] : m_parts) {
        out += text;
        out += values.of(placeholder);
    }
    return out;
}

std::string Template::told(const Values& values) const
{
    std::string out;
    for (const auto& [text, placeholder] : m_parts) {
        out += text;
        out += values.told(placeholder);
    }
    return out;
}

std::string Template::with_marks() const
{
    std::string sql;
    for (const auto& [text, placeholder] : m_parts) {
        sql += text;
        sql += placeholder.empty() ? "" : "?";
    }
    return sql;
}

std::vector<std::string> Template::marked(const Values& values) const
{
    std::vector<std::string> out;
    for (const auto& [text, placeholder] : m_parts)
        if (!placeholder.empty())
            out.emplace_back(values.told(placeholder));
    return out;
}

std::string Template::prepare(std::string_view name) const
{
    return "PREPARE lockdesk_" + std::string(name) + " FROM " + literal(with_marks());
}

std::string Template::execute(std::string_view name, const Values& values) const
{
    std::string out = "EXECUTE lockdesk_" + std::string(name);
    const char* before = " USING ";
    for (const auto& [text, placeholder] : m_parts) {
        if (placeholder.empty())
            continue;
        out += before;
        out += values.of(placeholder);
        before = ", ";
    }
    return out;
}

} // namespace lockdesk::mariadb
