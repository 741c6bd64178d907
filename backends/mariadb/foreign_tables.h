// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/link.h"

namespace lockdesk::mariadb {

/// Where information_schema has a table: {schema} and {bare}, the name without its schema.
inline Values where_is(const std::string& table)
{
    const auto dot = table.find('.');
    Values values;
    values.text("bare", dot == std::string::npos ? table : table.substr(dot + 1));
    if (dot == std::string::npos)
        values.sql("schema", "DATABASE()");
    else
        values.text("schema", table.substr(0, dot));
    return values;
}

/// Literal text as it was shown; how many rows it changed.
inline Answer<std::int64_t> run_shown(Link& link, const char* name, const std::string& command)
{
    const auto done = link.run_literal(
        name, command + "; SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), ROW_COUNT()", Effect::write);
    if (!done)
        return done.failure();
    return {done->last().number(0, 1), done.store_time()};
}

} // namespace lockdesk::mariadb
