// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Values of a statement in MariaDB's syntax.
#pragma once

#include "backends/sql/values.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::mariadb {

using sql::Values;

/// Appends an SQL string literal. Sessions have backslash escapes on and utf8mb4 as their character set.
void quote(std::string& to, std::string_view text);
std::string literal(std::string_view text);
/// Returns `'a', 'b'` of what `of` makes of each value; at least one.
template <class Range, class Of> std::string literals(const Range& values, const Of& of)
{
    std::string out;
    for (const auto& value : values)
        out += (out.empty() ? "" : ", ") + literal(std::invoke(of, value));
    return out;
}

struct Template : sql::Template
{
    explicit Template(std::string_view text, const Values& fixed = {}) : sql::Template(text, fixed, quote) {}
};

// Returns a statement for the server to parse once per connection, with a parameter for each placeholder.
std::string with_marks(const sql::Template& statement);
/// Returns the values of the parameters, in their order, as a trace shows them.
std::vector<std::string> marked(const sql::Template& statement, const Values& values);
std::string prepare(std::string_view name, const sql::Template& statement);
std::string execute(std::string_view name, const sql::Template& statement, const Values& values);

} // namespace lockdesk::mariadb
