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

Values& Values::add(std::initializer_list<Named> values)
{
    if (m_values.empty())
        m_values.reserve(values.size());
    for (const Named& one : values)
        std::visit([&](auto value) { take(one.m_key, value); }, one.m_value);
    return *this;
}

Values& Values::take(std::string_view key, std::string_view text)
{
    m_utf8 = m_utf8 && lockdesk::is_utf8(text);
    return put(key, std::string(text), Kind::text);
}

Values& Values::take(std::string_view key, AnyText any)
{
    m_foreign_utf8 = m_foreign_utf8 && lockdesk::is_utf8(any.text);
    return put(key, std::string(any.text), Kind::text);
}

Values& Values::take(std::string_view key, double number)
{
    std::array<char, 40> buffer;
    char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific).ptr;
    return put(key, {buffer.data(), end}, Kind::number);
}

Values& Values::put(std::string_view key, std::string text, Kind kind)
{
    m_nul = m_nul || text.find('\0') != std::string::npos;
    m_values.push_back({std::string(key), std::move(text), kind});
    return *this;
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
