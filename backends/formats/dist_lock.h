// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/rules/dist_lock_rules.h"

#include <optional>
#include <string>
#include <string_view>

/// A foreign lock table: `dist_lock(name varchar(100) primary key, owner varchar(100) null, expiry T null)`, without
/// tokens and holds. Shared by every store's `dist_lock` source: options, limits and sentences. Decisions are in
/// backends/engine/rules/dist_lock_rules.h; the store locks the row (FOR UPDATE, BEGIN IMMEDIATE) meanwhile.
namespace lockdesk::dist_lock {

inline constexpr std::string_view source_name = "dist_lock";
inline constexpr std::string_view default_table = "dist_lock";
inline constexpr std::size_t max_bytes = 100;
inline constexpr std::string_view record = "a dist_lock table";

struct Options
{
    std::string table{default_table}; ///< letters, digits and _; one dot may separate a schema from it
};

/// Returns true for `dist_lock` and `dist_lock:...`.
bool is_source(std::string_view source);
/// A usage failure names an unknown option or a table name that is no plain identifier.
Answer<Options> parse_options(std::string_view source);

/// `store`, `version` and `resolution` come from the backend.
Capabilities capabilities(std::string store, std::string version, Duration resolution);

/// Returns a usage failure for names and owners that a varchar(100) may cut.
std::optional<Failure> check(const LockName& name, const OwnerId& owner);
std::optional<Failure> check(const LockName& name);

/// Refuses a hold-off: no column could keep a lock without an owner.
Failure no_cooling();
Failure no_waiters();
Failure no_sandbox();
Failure cannot_collect();
/// Returns the row as an observer sees it, without renewals and releases. The store fills in `raw`.
LockRow to_lock_row(const std::string& name, const Row& row);

} // namespace lockdesk::dist_lock
