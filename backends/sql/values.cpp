// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/values.h"

#include "backends/engine/text/placeholders.h"
#include "backends/engine/text/text.h"

#include <array>
#include <charconv>

namespace lockdesk::sql {

std::string identifier(std::string_view name, char quote)
{
    std::string out(1, quote);
    for (const char c : name)
        out.append(c == quote ? 2 : 1, c);
    return out + quote;
}

Values::Values(std::initializer_list<Named> values)
{
    m_values.reserve(values.size());
    for (const Named& one : values)
        std::visit([&](auto value) { take(one.m_key, value); }, one.m_value);
}

Values& Values::add(std::string_view key, std::string text, Kind kind)
{
    m_values.push_back({std::string(key), std::move(text), kind});
    return *this;
}

Values& Values::text(std::string_view key, std::string_view value)
{
    m_utf8 = m_utf8 && lockdesk::is_utf8(value);
    m_nul = m_nul || value.find('\0') != std::string_view::npos;
    return add(key, std::string(value), Kind::text);
}

Values& Values::any_text(std::string_view key, std::string_view value)
{
    m_foreign_utf8 = m_foreign_utf8 && lockdesk::is_utf8(value);
    m_nul = m_nul || value.find('\0') != std::string_view::npos;
    return add(key, std::string(value), Kind::text);
}

Values& Values::number(std::string_view key, std::int64_t value) { return add(key, std::to_string(value), Kind::number); }

Values& Values::real(std::string_view key, double value)
{
    std::array<char, 40> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
    return add(key, {buffer.data(), end}, Kind::number);
}

Values& Values::null(std::string_view key) { return add(key, "NULL", Kind::null); }

Values& Values::time(std::string_view key, const std::optional<TimePoint>& value)
{
    return value ? number(key, to_us(*value)) : null(key);
}

Values& Values::duration(std::string_view key, const std::optional<Duration>& value)
{
    return value ? number(key, value->count()) : null(key);
}

Values& Values::sql(std::string_view key, std::string text)
{
    m_nul = m_nul || text.find('\0') != std::string::npos;
    return add(key, std::move(text), Kind::sql);
}

Values& Values::of_run(const std::string& word)
{
    m_values.back().shown_as = "<" + word + ">";
    return *this;
}

const Values::Value* Values::find(std::string_view key) const
{
    for (const Value& value : m_values)
        if (value.key == key)
            return &value;
    return nullptr;
}

Template::Template(std::string_view text, const Values& fixed, Quote quote) : m_parts(1), m_quote(quote)
{
    each_placeholder(
        text, [this](std::string_view between) { add(between); },
        [&](std::string_view name) {
            if (fixed.find(name) != nullptr) {
                write(m_parts.back().first, fixed, name, For::server);
            } else {
                m_parts.back().second = name;
                m_parts.emplace_back();
            }
        });
}

void Template::write(std::string& out, const Values& values, std::string_view key, For reader) const
{
    const auto* value = key.empty() ? nullptr : values.find(key);
    if (reader == For::prepare)
        out += key.empty() ? "" : "?";
    if (value == nullptr)
        return;
    if (reader == For::trace && !value->shown_as.empty())
        out += value->shown_as;
    else if (value->kind == Values::Kind::text)
        m_quote(out, value->text);
    else
        out += value->text;
}

std::string Template::fill(const Values& values, For reader) const
{
    std::string out;
    for (const auto& [text, placeholder] : m_parts) {
        out += text;
        write(out, values, placeholder, reader);
    }
    return out;
}

} // namespace lockdesk::sql
