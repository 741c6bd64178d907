// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/evidence.h"
#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"

#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// The holder of a lock, as reported to callers who did not get it.
struct Holder
{
    std::string owner;
    FencingToken token;
    std::optional<TimePoint> expires_at;
    friend bool operator==(const Holder&, const Holder&) = default;
};

/// `lease` is at least `shortest_lease` (callers check with `check_lease`). The client generates `request`, one per
/// acquire; after a lost reply it repeats the same request and gets the same answer.
struct AcquireRequest
{
    LockName name;
    OwnerId owner;
    Duration lease;
    RequestId request;
};

/// Returns a usage failure for leases under 300 ms.
std::optional<Failure> check_lease(Duration lease);

enum class AcquireResult { acquired, busy, cooling };
struct Acquisition
{
    AcquireResult result = AcquireResult::busy;
    std::optional<FencingToken> token; ///< only when acquired
    std::int64_t holds = 0;            ///< the caller's count after the call
    bool extended = false;             ///< re-entry moved the lease's end later; false on a new grant
    std::optional<TimePoint> acquired_at;
    std::optional<TimePoint> expires_at; ///< acquired: the lease's end; cooling: the end of cooling; busy: the holder's
    std::optional<Holder> holder;        ///< holder after the call (the caller, when acquired); nullopt while cooling
};

enum class LeaseResult {
    renewed,
    released,
    still_held, ///< released one hold of several
    cooling,    ///< released, and held for no owner until at-least-for has passed
    not_owner,  ///< checked first
    stale,      ///< same owner, but an older token
    expired,    ///< owner and token match, but the lease was over: nothing changed
};
/// Answer to renew and release.
struct LeaseAnswer
{
    LeaseResult result = LeaseResult::not_owner;
    std::int64_t holds = 0; ///< the caller's count after the call
    bool extended = false;  ///< renew: the end moved later
    std::optional<TimePoint> acquired_at;
    std::optional<TimePoint> expires_at; ///< the lease's end after the call; cooling: its end
    std::optional<Holder> holder;        ///< holder after the call
};

/// Compare-and-set on identity. `acquired_at` and `expires_at` are compared only if set; `expires_at` is set only
/// when the evidence shown to the operator was "expired". The audit keeps `seen`, whatever the row is by then.
struct ForceRelease
{
    LockName name;
    OwnerId if_owner;
    FencingToken if_token;
    std::optional<TimePoint> if_acquired_at;
    std::optional<TimePoint> if_expires_at;
    std::string reason;
    Duration hold_off{0};           ///< duration of cooling afterwards
    std::string who;                ///< for the audit: `user@host`
    std::string if_session{};       ///< session locks: the session that was shown; empty: not compared
    std::optional<LockSeen> seen{}; ///< nullopt: nobody saw the row, as the audit states
};

/// Returns the request that compares with all that was seen: owner, token, acquired at, the session of a session lock; the
/// expiry only when it was expired. Name and owner are those of the row, with any bytes. Usage failure: the lock has no
/// holder.
Answer<ForceRelease> force_release_of(LockSeen seen, bool was_expired);

enum class ForceResult { released, changed };
struct ForceAnswer
{
    ForceResult result = ForceResult::changed;
    std::optional<FencingToken> token;   ///< the row's after the call, when released
    std::optional<TimePoint> expires_at; ///< end of cooling, when held off
    std::optional<Holder> holder;        ///< changed: the current holder, if any
    std::string audit_problem{};         ///< why there is no audit row; empty: there is one
};

/// Ends a hold-off, or the rest of an at-least-for, before its time: compare-and-set on the cooling that was shown.
struct EndCooling
{
    LockName name;
    FencingToken if_token;
    TimePoint if_cooling_until;
    std::string reason;
    std::string who;                ///< for the audit: `user@host`
    std::optional<LockSeen> seen{}; ///< nullopt: nobody saw the row, as the audit states
};

/// Returns the request that compares with the row that was seen. Usage failure: it was not cooling.
Answer<EndCooling> end_cooling_of(LockSeen seen);

struct CoolingEnd
{
    ForceResult result = ForceResult::changed;
    std::optional<TimePoint> cooling_until; ///< changed: the end of the present cooling, if any
    std::optional<Holder> holder;           ///< changed: the current holder, if any
    std::string audit_problem{};            ///< why there is no audit row; empty: there is one
};

enum class Protection {
    row,   ///< tokens are in the same store and the fence of the same name was raised: late writes are refused
    floor, ///< the next grant's token is larger, but no fence was raised
    weak,  ///< tokens may restart
    none,  ///< the source has no tokens
};
/// Side effects of freeing a session lock, which ends its session.
struct SessionEnd
{
    std::string session;                 ///< backend pid or connection id; empty: it has already ended
    std::string program;                 ///< its name and origin; may be empty
    bool in_transaction = false;         ///< open transaction, which rolls back
    std::vector<std::string> also_frees; ///< names of its other session locks
};

/// What a force-release will do, exact to the byte.
struct ForcePreview
{
    std::vector<std::string> commands; ///< exactly as the server will log them
    std::int64_t wakes = 0;            ///< number of waiters
    bool may_run_twice = true;         ///< a release does not stop the old holder
    Protection protection = Protection::row;
    std::optional<SessionEnd> ends; ///< session locks only
};

struct LockSweep
{
    std::int64_t removed = 0;
    std::string next; ///< where the next step continues; empty: all rows were checked
};

/// Named leases on one store and source. One object belongs to one session: one thread at a time.
///
/// Rules (all backends): every decision is one atomic statement or script on the store's clock. Of two first acquirers at
/// the same instant one acquires and the other is busy, without a failure.
///
/// | row      | none or no owner | same owner, live          | other, live | expired (any)         | cooling                 |
/// | acquire  | new token, 1 hold| same token, holds + 1,    | busy        | new token, 1 hold     | cooling, for the last   |
/// |          |                  | lease never shortened     |             |                       | owner too               |
///
/// A new grant's token is the row's token + 1 (a new row: the store-wide floor + 1). Repeating the same request by the same
/// owner during that hold changes nothing and returns the same answer. For other owners the request id has no meaning.
class Locks
{
public:
    virtual ~Locks() = default;

    /// One try; never waits for the holder. To wait, use `WaitingAcquire` in waiting.h, which works on every store.
    virtual Answer<Acquisition> acquire(const AcquireRequest& request) = 0;

    /// Moves the end to now + lease if that is later; never raises holds, never shortens. Order of checks: owner, token,
    /// expiry. A refused call changes nothing: the row stays byte-equal.
    virtual Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) = 0;

    /// Releases one hold; the last one frees the lock, or leaves it cooling until acquired_at + at_least. The row stays.
    /// Same checks as renew.
    virtual Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token,
                                        Duration at_least = Duration{0}) = 0;

    /// Frees the lock if it is still the one that was shown: owner empty, holds 0, token + 1, fence of the same name raised
    /// to that token, cooling for hold_off, audit row written. One statement or script. A mere renewal is no obstacle.
    virtual Answer<ForceAnswer> force_release(const ForceRelease& request) = 0;

    /// Returns the commands that `force_release` of the same request will send, and the effects. Changes nothing.
    virtual Answer<ForcePreview> preview_force_release(const ForceRelease& request) = 0;

    /// Makes a cooling lock free at once if its cooling is still the one that was shown; anyone may acquire it then. Owner,
    /// token and fence stay, the audit row is written. One statement or script. A source whose locks cannot cool answers
    /// with an unsupported failure.
    virtual Answer<CoolingEnd> end_cooling(const EndCooling& request);

    /// Returns the commands that `end_cooling` of the same request will send, and who wakes. Changes nothing.
    virtual Answer<ForcePreview> preview_end_cooling(const EndCooling& request);

    /// Returns the row, or nullopt for a name never seen (or collected).
    virtual Answer<std::optional<LockRow>> find(const LockName& name) = 0;
    virtual Answer<Page<LockRow>> list(const ListRequest& request) = 0;

    /// Removes rows that have been free (and not cooling) for longer than `older_than` and raises the store-wide token
    /// floor to the largest token removed, so that no token is ever granted twice. Returns the number removed.
    virtual Answer<std::int64_t> collect(Duration older_than) = 0;

    /// One short step of `collect`: checks at most `limit` rows after the name `after` (empty: from the beginning).
    virtual Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit);

    /// Records that `owner` waits for `name` for at most `at_most` from now, so that others can see it; removes the record
    /// when `at_most` <= 0. Call at the start of a wait and again before the record expires.
    virtual Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) = 0;
    virtual Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) = 0;
    virtual Answer<Page<WaiterRow>> list_waiters(const ListRequest& request) = 0;
};

/// Implements `collect` by short steps, for sources that have them.
Answer<std::int64_t> collect_in_steps(Locks& locks, Duration older_than);

const char* word(AcquireResult);
const char* word(LeaseResult);
const char* word(ForceResult);
const char* word(Protection);

} // namespace lockdesk
