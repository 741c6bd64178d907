// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/rules/shed_lock_rules.h"

#include <optional>
#include <string>
#include <string_view>

/// ShedLock's table: `shedlock(name varchar(64) primary key, lock_until, locked_at, locked_by varchar(255))`, on the
/// database's clock in UTC. Held until lock_until; no NULLs, rows are never removed. No token, no holds, no re-entry.
/// Shared by every store's `shedlock` source except Redis': options, limits and sentences. Decisions are in
/// backends/engine/rules/shed_lock_rules.h.
namespace lockdesk::shed_lock {

inline constexpr std::string_view source_name = "shedlock";
inline constexpr std::size_t max_bytes = 64;
inline constexpr std::string_view record = "a shedlock table";

struct Options
{
    std::string table{source_name}; ///< letters, digits and _; one dot may separate a schema from it
};
bool is_source(std::string_view source);
/// A usage failure names an unknown option or a table name that is no plain identifier.
Answer<Options> parse_options(std::string_view source, std::string_view otherwise = source_name);

Capabilities capabilities(std::string store, std::string version);

/// Returns a usage failure for names that a varchar(64) may cut.
std::optional<Failure> check(const LockName& name);
Failure no_hold_off();
Failure at_least_for_stays();
Failure cannot_collect();
Failure no_waiters();
Failure no_sandbox();

/// Returns the row as an observer sees it. Completes `raw` (a JSON object of the columns): a row of another program may be
/// cooling.
LockRow to_lock_row(const std::string& name, const Row& row, std::string raw, TimePoint now);

} // namespace lockdesk::shed_lock
