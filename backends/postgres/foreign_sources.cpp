// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include "backends/postgres/errors.h"

namespace lockdesk::postgres {

namespace {

using sql::ForeignTable;

// The end of the year 9999: later times do not fit into every client's types.
constexpr TimePoint latest_shed_stamp{Duration{253'402'300'799'000'000}};

void add_place(sql::Values& values, const std::string& table) { values.text("table", table); }
TimePoint latest(const ForeignTable&) { return end_of_time; }
TimePoint latest_stamp() { return latest_shed_stamp; }
std::string expiry_us(const ForeignTable&) { return {}; } // part of the statements

// A stamp without a zone is UTC, as with ShedLock's own database time.
std::string instant(const ForeignTable& table, const char* parameter, TimePoint)
{
    const std::string at = std::string("timestamptz 'epoch' + ") + parameter + "::bigint * interval '1 microsecond'";
    return table.type.starts_with("timestamp without") ? "((" + at + ") AT TIME ZONE 'UTC')" : "(" + at + ")";
}

std::string expiry_is(const ForeignTable&, TimePoint t)
{
    return "(extract(epoch FROM expiry) * 1000000)::bigint = " + std::to_string(to_us(t));
}

} // namespace

const sql::ForeignForms foreign_forms{.store = "postgresql",
                                      .no_such_table = "42P01",
                                      .expiry_type = "timestamptz",
                                      .long_ago = "timestamp 'epoch'",
                                      .owner = "owner",
                                      .compares_names = true,
                                      .add_place = add_place,
                                      .latest = latest,
                                      .latest_stamp = latest_stamp,
                                      .expiry_us = expiry_us,
                                      .instant = instant,
                                      .expiry_is = expiry_is,
                                      .foreign_table = foreign_table_failure,
                                      .durability = read_durability};

} // namespace lockdesk::postgres
