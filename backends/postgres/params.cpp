// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/params.h"

#include "backends/engine/text.h"

#include <array>
#include <charconv>

namespace lockdesk::postgres {

namespace {

std::string digits(std::int64_t value)
{
    std::array<char, 24> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

std::string decimal(double value)
{
    std::array<char, 40> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

void append_element(std::string& array, std::string_view text)
{
    array += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\')
            array += '\\';
        array += c;
    }
    array += '"';
}

template <class Range, class Append> std::string array_text(const Range& values, Append append)
{
    std::string out = "{";
    for (const auto& value : values) {
        if (out.size() > 1)
            out += ',';
        append(out, value);
    }
    return out + "}";
}

} // namespace

void Params::check(std::string_view value)
{
    if (value.find('\0') != std::string_view::npos || !is_utf8(value))
        m_storable = false;
}

Params& Params::add(std::string value)
{
    m_values.emplace_back(std::move(value));
    return *this;
}

Params& Params::text(std::string_view value)
{
    check(value);
    return add(std::string(value));
}

Params& Params::number(std::int64_t value) { return add(digits(value)); }
Params& Params::of_run(std::string word)
{
    m_words[m_values.size() - 1] = std::move(word);
    return *this;
}

Params& Params::real(double value) { return add(decimal(value)); }
Params& Params::boolean(bool value) { return add(value ? "t" : "f"); }

Params& Params::null()
{
    m_values.emplace_back(std::nullopt);
    return *this;
}

Params& Params::time(const std::optional<TimePoint>& value) { return value ? number(to_us(*value)) : null(); }
Params& Params::duration(const std::optional<Duration>& value) { return value ? number(value->count()) : null(); }

Params& Params::texts(std::span<const std::string> values)
{
    return add(array_text(values, [this](std::string& out, const std::string& v) {
        check(v);
        append_element(out, v);
    }));
}

Params& Params::optional_texts(std::span<const std::optional<std::string>> values)
{
    return add(array_text(values, [this](std::string& out, const std::optional<std::string>& v) {
        check(v ? *v : std::string_view{});
        if (v)
            append_element(out, *v);
        else
            out += "NULL";
    }));
}

Params& Params::numbers(std::span<const std::int64_t> values)
{
    return add(array_text(values, [](std::string& out, std::int64_t v) { out += digits(v); }));
}

Params& Params::optional_numbers(std::span<const std::optional<std::int64_t>> values)
{
    return add(
        array_text(values, [](std::string& out, const std::optional<std::int64_t>& v) { out += v ? digits(*v) : "NULL"; }));
}

Params& Params::reals(std::span<const double> values)
{
    return add(array_text(values, [](std::string& out, double v) { out += decimal(v); }));
}

Params& Params::booleans(const std::vector<bool>& values)
{
    return add(array_text(values, [](std::string& out, bool v) { out += v ? 't' : 'f'; }));
}

std::vector<std::string> Params::shown() const
{
    std::vector<std::string> out;
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const auto word = m_words.find(i);
        out.push_back(word != m_words.end() ? "<" + word->second + ">" : m_values[i] ? literal(*m_values[i]) : "NULL");
    }
    return out;
}

std::vector<const char*> Params::pointers() const
{
    std::vector<const char*> out;
    out.reserve(m_values.size());
    for (const auto& value : m_values)
        out.push_back(value ? value->c_str() : nullptr);
    return out;
}

std::string literal(std::string_view text)
{
    const bool escaped = text.find('\\') != std::string_view::npos;
    std::string out = escaped ? " E'" : "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\')
            out += c;
        out += c;
    }
    return out + "'";
}

} // namespace lockdesk::postgres
