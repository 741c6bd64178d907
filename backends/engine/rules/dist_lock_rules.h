// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"

#include <optional>
#include <string>

/// Decides the answers and writes of a `dist_lock` table: pure functions of a row and the store's time, shared by every
/// store's source of that name. A row has only name, owner and expiry: no token, no holds, no cooling. An owner that
/// acquires again keeps its one hold; a release checks the owner first, then the expiry.
namespace lockdesk::dist_lock {

/// The row as the store read it, by the store's clock. Free: no row, or owner or expiry NULL.
struct Row
{
    bool exists = false;
    std::optional<std::string> owner;
    std::optional<TimePoint> expiry;
};
bool is_free(const Row& row);
/// Returns the holder, or nullopt once the lease is over.
std::optional<Holder> holder(const Row& row, TimePoint now);

/// Range and resolution of the column `expiry`: ends are rounded up to its resolution.
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

/// The acquisition matrix. Updates an emptied row, never inserts it again; re-entry extends and never shortens; an
/// expired lease is taken over; a live one of another owner is busy.
struct AcquireDecision
{
    Acquisition answer;
    Write write = Write::none;
    TimePoint expiry{}; ///< to write
};
AcquireDecision decide_acquire(const Row& row, const OwnerId& owner, Duration lease, TimePoint now,
                               const Column& column = {});

/// Checks in this order: owner, token (always 0), expiry.
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
ForceDecision decide_force_release(const Row& row, const ForceRelease& request, TimePoint now);

} // namespace lockdesk::dist_lock
