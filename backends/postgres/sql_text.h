// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Values of a statement in PostgreSQL's syntax.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lockdesk::postgres {

// Append an element of an array.
void append_element(std::string& array, std::string_view text);
void append_element(std::string& array, std::int64_t value);
void append_element(std::string& array, double value);
void append_element(std::string& array, bool value);
void append_element(std::string& array, const char* text) = delete; // would be a bool
template <class T> void append_element(std::string& array, const std::optional<T>& value)
{
    if (value)
        append_element(array, *value);
    else
        array += "NULL";
}

/// Formats what `of` makes of each value as the text of one parameter, an array.
template <class Range, class Of = std::identity> std::string array_of(const Range& values, const Of& of = {})
{
    std::string out = "{";
    for (const auto& value : values) {
        if (out.size() > 1)
            out += ',';
        append_element(out, std::invoke(of, value));
    }
    return out + "}";
}

/// Appends a literal as PQescapeLiteral writes it with standard_conforming_strings on: quotes doubled; an escape string if
/// it contains a backslash.
void quote(std::string& to, std::string_view text);
std::string literal(std::string_view text);

} // namespace lockdesk::postgres
