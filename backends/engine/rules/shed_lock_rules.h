// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"

#include <optional>
#include <string>
#include <string_view>

/// What a `shedlock` table (or collection) answers, and what is written: pure decisions over a row and the store's
/// time, which every store's source of that name asks, but Redis', whose records are others. Nobody enters twice; a
/// release leaves the lock until at-least-for is over. Times are written in whole milliseconds.
namespace lockdesk::shed_lock {

/// Behind the owner once we have released a lock that at-least-for keeps: this tells work from cooling.
inline constexpr std::string_view done_mark = " (done)";

/// The row as the store read it.
struct Row
{
    bool exists = false;
    std::optional<TimePoint> lock_until, locked_at;
    std::string locked_by;
};
/// Somebody's, or kept by at-least-for.
bool is_live(const Row& row, TimePoint now);
/// We have released it already: what is live then only cools.
bool is_done(const Row& row);
/// Nobody while it cools, and when it is over.
std::optional<Holder> holder(const Row& row, TimePoint now);

/// What to write over the row; nothing: leave it. Times are whole milliseconds.
struct Write
{
    TimePoint lock_until, locked_at;
    std::string locked_by;
};

/// `row` exists: the store makes one that is over before it asks. `latest`: what the column can hold.
struct AcquireDecision
{
    Acquisition answer;
    std::optional<Write> write;
};
AcquireDecision decide_acquire(const Row& row, const OwnerId& owner, Duration lease, TimePoint now, TimePoint latest);

/// Checked in this order: owner, token (0 is the only one there is), end.
struct LeaseDecision
{
    LeaseAnswer answer;
    std::optional<Write> write;
};
LeaseDecision decide_renew(const Row& row, const OwnerId& owner, FencingToken token, Duration lease, TimePoint now,
                           TimePoint latest);
LeaseDecision decide_release(const Row& row, const OwnerId& owner, FencingToken token, Duration at_least, TimePoint now,
                             TimePoint latest);

/// True if the row is still the lock that was shown.
bool is_the_shown(const Row& row, const ForceRelease& request, TimePoint now);

} // namespace lockdesk::shed_lock
