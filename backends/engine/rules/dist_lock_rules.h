// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"

#include <optional>
#include <string>

/// What a `dist_lock` table answers, and what is written: pure decisions over a row and the store's time, which every
/// store's source of that name asks. Name, owner and expiry are all that a row has: no token, no holds, nothing that
/// cools. An owner that comes again keeps its one hold; who releases is asked for the owner first, then for the expiry.
namespace lockdesk::dist_lock {

/// The row as the store read it on its own clock. Free: no row, or owner or expiry NULL.
struct Row
{
    bool exists = false;
    std::optional<std::string> owner;
    std::optional<TimePoint> expiry;
};
bool is_free(const Row& row);
/// Nobody, once the lease is over.
std::optional<Holder> holder(const Row& row, TimePoint now);

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
ForceDecision decide_force_release(const Row& row, const ForceRelease& request, TimePoint now);

} // namespace lockdesk::dist_lock
