// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Decides a store's answers to the verbs of a lock, and the lock's new row: pure functions of plain values, the table of
/// `Locks` (contracts/locks.h) in code. No store, no clock: `now` is the store's, and times and spans are whole units of
/// its resolution. Memory and SQLite decide with these functions. The statements of the other stores decide themselves;
/// the contract suite compares each of their answers and rows with these.
namespace lockdesk::lock_rules {

/// The columns of a lock's row that decisions read or change; a name without a row is `Lock{}`. Texts are views of what
/// the store has read.
struct Lock
{
    std::string_view owner;        ///< empty: no owner
    FencingToken token;            ///< 0: as without a row
    std::int64_t holds = 0;        ///< of the owner; the last release frees the lock
    std::optional<Duration> lease; ///< as last granted or lengthened
    std::optional<TimePoint> acquired_at;
    std::optional<TimePoint> renewed_at;
    std::optional<TimePoint> expires_at;    ///< over at this instant; nullopt with an owner: never
    std::optional<TimePoint> cooling_until; ///< may be acquired from this instant on
    std::optional<TimePoint> released_at;
    std::string_view last_owner;
    std::string_view reason;
    std::int64_t renewals = 0;
    std::string_view requests; ///< `request_mark` of each hold, newest last
};

/// Convert a row for the rules and back; columns that the rules do not read (`waiters`, `raw`, ...) stay. A `LockRow` has
/// no requests.
Lock lock_of(const LockRow& row, std::string_view requests = {});
void put(LockRow& row, const Lock& after);

/// The columns that a decision changes. A store may write only these: the others are unchanged.
enum class Change {
    none,    ///< the row stays byte-equal
    grant,   ///< all of them
    reenter, ///< holds, requests, lease, expires_at
    renew,   ///< renewed_at, renewals, lease, expires_at
    unhold,  ///< holds, requests
    vacate,  ///< all but the token; after a forced release also the token
};

/// The answer and the new row, whose texts are views of those of the previous row and of the request.
template <class Answer> struct Decision
{
    Answer answer;
    Change change = Change::none;
    Lock after;       ///< the old row if nothing changes; its `requests` are those that stay
    std::string mark; ///< to append to them

    [[nodiscard]] std::string requests() &&
    {
        return after.requests.empty() ? std::move(mark) : std::string(after.requests) + mark;
    }
};

/// The numbers that the token of a grant must exceed (docs/stores/tokens.md).
struct Ground
{
    std::int64_t base = 0;  ///< raised by `init --token-floor`; for every grant
    std::int64_t floor = 0; ///< the largest token that was collected; for rows without a token
    std::int64_t fence = 0; ///< the largest token that the fence of that name has seen; for rows without a token
};

/// Returns true if the lock has an owner whose lease is running, or is endless.
bool is_live(const Lock& lock, TimePoint now);
bool is_cooling(const Lock& lock, TimePoint now);
/// Returns the holder to report, or nullopt once the lease is over.
std::optional<Holder> holder_of(std::string_view owner, FencingToken token, std::optional<TimePoint> expires_at,
                                TimePoint now);

/// `ground` matters only if `is_granted` returns true.
Decision<Acquisition> acquire(const Lock& lock, const AcquireRequest& request, TimePoint now, const Ground& ground);
/// Returns true if the grant would have a token above `largest_token`: the store answers `used_up_failure` and writes nothing.
bool is_used_up(const Decision<Acquisition>& decision);
/// The failure of a grant that would need a token above `largest_token`. Only a number from outside can have brought it about.
Failure used_up_failure();
/// Returns true if an acquire by any owner would now be a new grant.
bool is_granted(const Lock& lock, TimePoint now);
/// Returns the answer to a caller other than the owner while the lock is unavailable, or nullopt if it would be granted.
std::optional<Acquisition> refusal(const Lock& lock, TimePoint now);
/// Returns the next token, one above token and ground; the largest number stays.
FencingToken next_token(FencingToken token, const Ground& ground);

Decision<LeaseAnswer> renew(const Lock& lock, const OwnerId& owner, FencingToken token, Duration lease, TimePoint now);
Decision<LeaseAnswer> release(const Lock& lock, const OwnerId& owner, FencingToken token, Duration at_least, TimePoint now);

/// Also raises the fence of that name to the new token. `request.hold_off` leaves the lock cooling.
Decision<ForceAnswer> force_release(const Lock& lock, const ForceRelease& request, TimePoint now);

/// Neither token nor fence changes: nobody holds it.
Decision<CoolingEnd> end_cooling(const Lock& lock, const EndCooling& request, TimePoint now);

/// Returns true if the lock is free, not cooling, and was released longer ago than `older_than`: `collect` removes it, and
/// raises the floor to its token.
bool is_collected(const Lock& lock, Duration older_than, TimePoint now);

} // namespace lockdesk::lock_rules
