// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"

#include <optional>
#include <string>
#include <string_view>

/// Decides the answers and writes of a `shedlock` table (or collection): pure functions of a row and the store's time,
/// shared by every store's source of that name except Redis', whose records differ. No re-entry; a release keeps the lock
/// until at-least-for is over. Times are written in whole milliseconds.
namespace lockdesk::shed_lock {

/// Appended to the owner when we release a lock that at-least-for keeps: distinguishes cooling from work.
inline constexpr std::string_view done_mark = " (done)";

/// The row as the store read it.
struct Row
{
    bool exists = false;
    std::optional<TimePoint> lock_until, locked_at;
    std::string locked_by;
};
/// Returns true if the lock is held, or kept by at-least-for.
bool is_live(const Row& row, TimePoint now);
/// Returns true if we have released the lock: while live it only cools.
bool is_done(const Row& row);
/// Returns the holder, or nullopt while the lock cools or is over.
std::optional<Holder> holder(const Row& row, TimePoint now);

/// New values of the row; a decision without them leaves it unchanged. Times are whole milliseconds.
struct Write
{
    TimePoint lock_until, locked_at;
    std::string locked_by;
};

/// `row` exists: the store first creates one that is over. `latest`: the latest time that the column can hold.
struct AcquireDecision
{
    Acquisition answer;
    std::optional<Write> write;
};
AcquireDecision decide_acquire(const Row& row, const OwnerId& owner, Duration lease, TimePoint now, TimePoint latest);

/// Checks in this order: owner, token (always 0), end.
struct LeaseDecision
{
    LeaseAnswer answer;
    std::optional<Write> write;
};
LeaseDecision decide_renew(const Row& row, const OwnerId& owner, FencingToken token, Duration lease, TimePoint now,
                           TimePoint latest);
LeaseDecision decide_release(const Row& row, const OwnerId& owner, FencingToken token, Duration at_least, TimePoint now,
                             TimePoint latest);

/// Returns true if the row is still the lock that was shown.
bool is_the_shown(const Row& row, const ForceRelease& request, TimePoint now);

} // namespace lockdesk::shed_lock
