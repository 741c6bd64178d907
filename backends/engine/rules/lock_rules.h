// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What a store answers to the verbs of a lock, and what the lock's row becomes: pure decisions over plain values, the
/// table of `Locks` (contracts/locks.h) in code. No store, no clock: `now` is the store's, and times and spans are
/// whole units of its resolution. Memory and SQLite decide with these functions. The statements of the other stores
/// decide themselves; the contract suite compares every answer and every row of theirs with these.
namespace lockdesk::lock_rules {

/// A lock's row, as far as decisions read or change it; a name without a row is `Lock{}`. Texts are views of what the
/// store has read.
struct Lock
{
    std::string_view owner;        ///< empty: nobody
    FencingToken token;            ///< 0: as good as no row
    std::int64_t holds = 0;        ///< of the owner; the last release frees the lock
    std::optional<Duration> lease; ///< as last granted or lengthened
    std::optional<TimePoint> acquired_at;
    std::optional<TimePoint> renewed_at;
    std::optional<TimePoint> expires_at;    ///< at this instant it is over; none with an owner: never
    std::optional<TimePoint> cooling_until; ///< from this instant on it may be taken
    std::optional<TimePoint> released_at;
    std::string_view last_owner;
    std::string_view reason;
    std::int64_t renewals = 0;
    std::string_view requests; ///< `request_mark` of each hold, newest last
};

/// The row as its readers have it, for the rules and back; what they do not read (`waiters`, `raw`, ...) stays. A
/// `LockRow` has no requests.
Lock lock_of(const LockRow& row, std::string_view requests = {});
void put(LockRow& row, const Lock& after);

/// Which columns a decision changes. A store may write these alone: the others are as they were.
enum class Change {
    none,    ///< the row stays byte-equal
    grant,   ///< all of them
    reenter, ///< holds, requests, lease, expires_at
    renew,   ///< renewed_at, renewals, lease, expires_at
    unhold,  ///< holds, requests
    vacate,  ///< all but the token; after a forced release the token, too
};

/// The answer and the new row. Its texts are views of the texts of the row before and of the request.
template <class Answer> struct Decision
{
    Answer answer;
    Change change = Change::none;
    Lock after;       ///< as it was, when nothing changes; its `requests` are those that stay
    std::string mark; ///< to be put behind them

    [[nodiscard]] std::string requests() &&
    {
        return after.requests.empty() ? std::move(mark) : std::string(after.requests) + mark;
    }
};

/// The numbers that the token of a grant must be above (docs/stores/tokens.md).
struct Ground
{
    std::int64_t base = 0;  ///< raised by `init --token-floor`; for every grant
    std::int64_t floor = 0; ///< the largest token that was collected; for rows without a token
    std::int64_t fence = 0; ///< the largest token that the fence of that name has seen; for rows without a token
};

/// Somebody whose lease is running, or has no end.
bool is_live(const Lock& lock, TimePoint now);
bool is_cooling(const Lock& lock, TimePoint now);
/// Who is told as the holder: nobody, once the lease is over.
std::optional<Holder> holder_of(std::string_view owner, FencingToken token, std::optional<TimePoint> expires_at,
                                TimePoint now);

/// `ground` is asked for only where `is_granted` says so.
Decision<Acquisition> acquire(const Lock& lock, const AcquireRequest& request, TimePoint now, const Ground& ground);
/// An acquire would be a new grant now, whoever asks.
bool is_granted(const Lock& lock, TimePoint now);
/// What somebody who is not the owner is answered while it is not to be had; none: it is a grant.
std::optional<Acquisition> refusal(const Lock& lock, TimePoint now);
/// Raised above the ground by one; stays where it is at the largest number that there is.
FencingToken next_token(FencingToken token, const Ground& ground);

Decision<LeaseAnswer> renew(const Lock& lock, const OwnerId& owner, FencingToken token, Duration lease, TimePoint now);
Decision<LeaseAnswer> release(const Lock& lock, const OwnerId& owner, FencingToken token, Duration at_least, TimePoint now);

/// Also raises the fence of that name to the new token. `request.hold_off` leaves the lock cooling.
Decision<ForceAnswer> force_release(const Lock& lock, const ForceRelease& request, TimePoint now);

/// Free and not cooling, and released longer ago than that: `collect` removes it, and raises the floor to its token.
bool is_collected(const Lock& lock, Duration older_than, TimePoint now);

} // namespace lockdesk::lock_rules
