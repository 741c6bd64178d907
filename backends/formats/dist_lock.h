// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/rules/dist_lock_rules.h"

#include <optional>
#include <string>
#include <string_view>

/// The lock table of others: `dist_lock(name varchar(100) primary key, owner varchar(100) null, expiry T null)`. It has
/// no token and no holds. What every store's `dist_lock` source shares: its options, its limits and its sentences. What
/// is decided is in backends/engine/rules/dist_lock_rules.h; the store holds the row (FOR UPDATE, BEGIN IMMEDIATE)
/// meanwhile.
namespace lockdesk::dist_lock {

inline constexpr std::string_view source_name = "dist_lock";
inline constexpr std::string_view default_table = "dist_lock";
inline constexpr std::size_t max_bytes = 100;
inline constexpr std::string_view record = "a dist_lock table";

struct Options
{
    std::string table{default_table}; ///< letters, digits and _; one dot may part a schema from it
};

/// True for `dist_lock` and `dist_lock:...`.
bool is_source(std::string_view source);
/// Usage failure names an unknown option or a table name that is no plain identifier.
Answer<Options> parse_options(std::string_view source);

/// `store`, `version` and `resolution` are the backend's.
Capabilities capabilities(std::string store, std::string version, Duration resolution);

/// Usage failure for names and owners that a varchar(100) may cut.
std::optional<Failure> check(const LockName& name, const OwnerId& owner);
std::optional<Failure> check(const LockName& name);

/// There is no column that could keep a lock for nobody.
Failure no_cooling();
Failure no_waiters();
Failure no_sandbox();
Failure cannot_collect();
/// Renewed or released by nobody in particular: the row as an observer sees it. `raw` is left to the store.
LockRow to_lock_row(const std::string& name, const Row& row);

} // namespace lockdesk::dist_lock
