// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/sql_text.h"

#include <array>
#include <charconv>

namespace lockdesk::postgres {

namespace {

void append(std::string& array, std::string_view text)
{
    array += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\')
            array += '\\';
        array += c;
    }
    array += '"';
}

void append(std::string& array, std::int64_t value) { array += std::to_string(value); }

void append(std::string& array, double value)
{
    std::array<char, 40> buffer;
    array.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr);
}

template <class T> void append(std::string& array, const std::optional<T>& value)
{
    if (value)
        append(array, *value);
    else
        array += "NULL";
}

template <class Range> std::string array_text(const Range& values)
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

std::string array_of(std::span<const std::string> values) { return array_text(values); }
std::string array_of(std::span<const std::optional<std::string>> values) { return array_text(values); }
std::string array_of(std::span<const std::int64_t> values) { return array_text(values); }
std::string array_of(std::span<const std::optional<std::int64_t>> values) { return array_text(values); }
std::string array_of(std::span<const double> values) { return array_text(values); }

std::string array_of(const std::vector<bool>& values)
{
    std::string out = "{";
    for (const bool value : values)
        out += std::string(out.size() > 1 ? "," : "") + (value ? 't' : 'f');
    return out + "}";
}

void quote(std::string& to, std::string_view text)
{
    to += text.find_first_of("\\\n\r") != std::string_view::npos ? " E'" : "'";
    for (const char c : text) {
        if (c == '\n' || c == '\r') { // a line of a name must not look like one of the statement
            to += c == '\n' ? "\\n" : "\\r";
            continue;
        }
        if (c == '\'' || c == '\\')
            to += c;
        to += c;
    }
    to += '\'';
}

std::string literal(std::string_view text)
{
    std::string out;
    quote(out, text);
    return out;
}

} // namespace lockdesk::postgres
