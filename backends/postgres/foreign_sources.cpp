// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

namespace lockdesk::postgres {

namespace {

using sql::ForeignTable;

// The end of the year 9999: later times do not fit into every client's types.
constexpr TimePoint latest_shed_stamp{Duration{253'402'300'799'000'000}};

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

const sql::ForeignForms foreign_forms{
    .expiry_type = "timestamptz",
    .long_ago = "timestamp 'epoch'",
    .owner = "owner",
    .compares_names = true,
    .add_place = [](Values& values, const std::string& table) { values.text("table", table); },
    .latest = [](const ForeignTable&) { return end_of_time; },
    .latest_stamp = [] { return latest_shed_stamp; },
    .expiry_us = [](const ForeignTable&) { return std::string(); }, // part of the statements
    .instant = instant,
    .expiry_is = expiry_is,
};

} // namespace lockdesk::postgres
