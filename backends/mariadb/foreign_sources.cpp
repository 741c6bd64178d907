// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

namespace lockdesk::mariadb {

namespace {

using sql::ForeignTable;

// A TIMESTAMP ends in January 2038 in any zone.
constexpr TimePoint end_of_timestamps{Duration{2'147'385'600'000'000}};

// Accepts `schema.table`, or a table of this database.
void add_place(sql::Values& values, const std::string& table)
{
    const auto dot = table.find('.');
    values.text("bare", dot == std::string::npos ? table : table.substr(dot + 1));
    if (dot == std::string::npos)
        values.sql("schema", "DATABASE()");
    else
        values.text("schema", table.substr(0, dot));
}

bool is_timestamp(const ForeignTable& table) { return table.type == "timestamp"; }

// A DATETIME is UTC, whatever the session's time zone; the server converts a TIMESTAMP to an instant. A date of zeros is
// not NULL, and long over.
std::string expiry_us(const ForeignTable& table)
{
    const std::string us = is_timestamp(table) ? "CAST(UNIX_TIMESTAMP(k.expiry) * 1000000 AS SIGNED)"
                                               : "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.expiry)";
    return "IF(k.expiry IS NULL, NULL, IFNULL(" + us + ", 0))";
}

std::string instant(const ForeignTable& table, const char*, TimePoint t)
{
    const auto us = std::to_string(to_us(t));
    return is_timestamp(table) ? "FROM_UNIXTIME(" + us + " / 1000000)"
                               : "TIMESTAMPADD(MICROSECOND, " + us + ", '1970-01-01 00:00:00')";
}

} // namespace

const sql::ForeignForms foreign_forms{
    .expiry_type = "datetime(6)",
    .long_ago = "'2000-01-01 00:00:00'",
    .owner = "CONVERT(owner USING utf8mb4) COLLATE utf8mb4_nopad_bin",
    .compares_names = false,
    .add_place = add_place,
    .latest = [](const ForeignTable& table) { return is_timestamp(table) ? end_of_timestamps : end_of_time; },
    .latest_stamp = [] { return end_of_timestamps; },
    .expiry_us = expiry_us,
    .instant = instant,
    .expiry_is = [](const ForeignTable& table, TimePoint t) { return "expiry = " + instant(table, "", t); },
};

} // namespace lockdesk::mariadb
