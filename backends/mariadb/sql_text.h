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
    return sql::joined(values, [&](const auto& value) { return literal(std::invoke(of, value)); });
}

struct Template : sql::Template
{
    explicit Template(std::string_view text, const Values& fixed = {}) : sql::Template(text, fixed, quote) {}
};

/// Return the SQL that makes the server parse a statement once per connection, and that runs it with these values.
std::string prepare(std::string_view name, const sql::Template& statement);
std::string execute(std::string_view name, const sql::Template& statement, const Values& values);

} // namespace lockdesk::mariadb
