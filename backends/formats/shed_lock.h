// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/contracts/locks.h"

#include <optional>
#include <string>
#include <string_view>

/// ShedLock's table: `shedlock(name varchar(64) primary key, lock_until, locked_at, locked_by varchar(255))`, on the
/// database's clock in UTC. Held while lock_until is to come; never a NULL, never a row removed. No token, no holds, no
/// re-entry. What every store's `shedlock` source but Redis' shares: its options, its limits and its decisions, which are
/// pure.
namespace lockdesk::shed_lock {

inline constexpr std::string_view source_name = "shedlock";
inline constexpr std::size_t max_bytes = 64;
inline constexpr std::string_view record = "a shedlock table";
/// Behind the owner once we have released a lock that at-least-for keeps: this tells work from cooling.
inline constexpr std::string_view done_mark = " (done)";

struct Options
{
    std::string table{source_name}; ///< letters, digits and _; one dot may part a schema from it
};
bool is_source(std::string_view source);
/// Usage failure names an unknown option or a table name that is no plain identifier.
Answer<Options> parse_options(std::string_view source, std::string_view otherwise = source_name);

Capabilities capabilities(std::string store, std::string version);

/// Usage failure for names that a varchar(64) may cut.
std::optional<Failure> check(const LockName& name);
Failure no_hold_off();
Failure cannot_collect();
Failure no_waiters();
Failure no_sandbox();

/// The row as the store read it.
struct Row
{
    bool exists = false;
    std::optional<TimePoint> lock_until, locked_at;
    std::string locked_by;
};
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

/// As an observer sees it. `raw` (a JSON object of the columns) is completed: who else wrote the row may be cooling.
LockRow to_lock_row(const std::string& name, const Row& row, std::string raw, TimePoint now);

} // namespace lockdesk::shed_lock
