// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/sql_text.h"

#include <array>
#include <charconv>

namespace lockdesk::postgres {

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

void append_element(std::string& array, std::int64_t value) { array += std::to_string(value); }

void append_element(std::string& array, double value)
{
    std::array<char, 40> buffer;
    array.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr);
}

void append_element(std::string& array, bool value) { array += value ? 't' : 'f'; }

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
