// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/contracts/locks.h"

#include <optional>
#include <string>
#include <string_view>

/// The lock table of others: `dist_lock(name varchar(100) primary key, owner varchar(100) null, expiry T null)`. It has no
/// token and no holds. What every store's `dist_lock` source shares: its options, its limits and its decisions, which
/// are pure; the store holds the row (FOR UPDATE, BEGIN IMMEDIATE) while it decides.
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

/// The row as the store read it on its own clock. Free: no row, or owner or expiry NULL.
struct Row
{
    bool exists = false;
    std::optional<std::string> owner;
    std::optional<TimePoint> expiry;
};
bool is_free(const Row& row);
std::optional<Holder> holder(const Row& row);

/// What the column `expiry` can hold: ends are rounded up to its resolution.
struct Column
{
    Duration resolution{1};
    TimePoint latest = end_of_time;
};

enum class Write {
    none,
    insert, ///< may lose against another first acquirer: the store then reads again and decides again
    update,
    clear, ///< owner and expiry NULL; the row stays
};

/// The acquisition matrix. An emptied row is updated, never inserted again; re-entry extends and never shortens; an
/// expired lease is taken over; a live one of another owner is busy.
struct AcquireDecision
{
    Acquisition answer;
    Write write = Write::none;
    TimePoint expiry{}; ///< to write
};
AcquireDecision decide_acquire(const Row& row, const OwnerId& owner, Duration lease, TimePoint now,
                               const Column& column = {});

/// Checked in this order: owner, token (0 is the only one there is), expiry.
struct LeaseDecision
{
    LeaseAnswer answer;
    Write write = Write::none;
    TimePoint expiry{};
};
LeaseDecision decide_renew(const Row& row, const OwnerId& owner, FencingToken token, Duration lease, TimePoint now,
                           const Column& column = {});
LeaseDecision decide_release(const Row& row, const OwnerId& owner, FencingToken token, TimePoint now);

/// Compare-and-set on owner (and expiry when given).
struct ForceDecision
{
    ForceAnswer answer;
    Write write = Write::none;
};
ForceDecision decide_force_release(const Row& row, const ForceRelease& request);

/// There is no column that could keep a lock for nobody.
Failure no_cooling();
Failure no_waiters();
Failure no_sandbox();
Failure cannot_collect();
/// Renewed or released by nobody in particular: the row as an observer sees it. `raw` is left to the store.
LockRow to_lock_row(const std::string& name, const Row& row);

} // namespace lockdesk::dist_lock
