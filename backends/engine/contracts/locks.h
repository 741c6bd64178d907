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

/// Who holds a lock, as told to somebody who did not get it.
struct Holder
{
    std::string owner;
    FencingToken token;
    std::optional<TimePoint> expires_at;
    friend bool operator==(const Holder&, const Holder&) = default;
};

/// `lease` is at least `shortest_lease` (callers check with `check_lease`). `request` is made by the client, one per
/// acquire; when a reply is lost, the same request is asked again and is answered as it was.
struct AcquireRequest
{
    LockName name;
    OwnerId owner;
    Duration lease;
    RequestId request;
};

/// Usage failure for leases under 300 ms.
std::optional<Failure> check_lease(Duration lease);

enum class AcquireResult { acquired, busy, cooling };
struct Acquisition
{
    AcquireResult result = AcquireResult::busy;
    std::optional<FencingToken> token; ///< only when acquired
    std::int64_t holds = 0;            ///< the caller's count after it
    bool extended = false;             ///< re-entry moved the lease's end later; false on a new grant
    std::optional<TimePoint> acquired_at;
    std::optional<TimePoint> expires_at; ///< acquired: the lease's end; cooling: the end of cooling; busy: the holder's
    std::optional<Holder> holder;        ///< who holds after the call (the caller, when acquired); none while cooling
};

enum class LeaseResult {
    renewed,
    released,
    still_held, ///< released one hold of several
    cooling,    ///< released, and kept for nobody until at-least-for is over
    not_owner,  ///< checked first
    stale,      ///< the owner's, but an older token
    expired,    ///< the owner's and the token is right, but the lease was over: nothing changed
};
/// Answer to renew and release.
struct LeaseAnswer
{
    LeaseResult result = LeaseResult::not_owner;
    std::int64_t holds = 0; ///< the caller's count after it
    bool extended = false;  ///< renew: the end moved later
    std::optional<TimePoint> acquired_at;
    std::optional<TimePoint> expires_at; ///< the lease's end after the call; for cooling its end
    std::optional<Holder> holder;        ///< who holds after the call
};

/// Compare-and-set on identity. `acquired_at` and `expires_at` are compared only when given; `expires_at` is given only
/// when the evidence shown to the operator was "expired". The audit keeps `seen`, whatever the row has become meanwhile.
struct ForceRelease
{
    LockName name;
    OwnerId if_owner;
    FencingToken if_token;
    std::optional<TimePoint> if_acquired_at;
    std::optional<TimePoint> if_expires_at;
    std::string reason;
    Duration hold_off{0};           ///< keep it cooling for so long
    std::string who;                ///< for the audit: `user@host`
    std::string if_session{};       ///< of session locks: the session that was shown; empty: not compared
    std::optional<LockSeen> seen{}; ///< none: nobody saw the row, and the audit says so
};

/// The request that compares with all that was seen: owner, token, acquired at, of a session lock its session; the expiry only
/// when it was expired. Name and owner are those of the row, whatever
/// bytes they are. Usage failure: nobody holds it.
Answer<ForceRelease> force_release_of(LockSeen seen, bool was_expired);

enum class ForceResult { released, changed };
struct ForceAnswer
{
    ForceResult result = ForceResult::changed;
    std::optional<FencingToken> token;   ///< the row's after it, when released
    std::optional<TimePoint> expires_at; ///< end of cooling, when held off
    std::optional<Holder> holder;        ///< changed: who holds it now, if anybody
    std::string audit_problem{};         ///< why it is in no audit; empty: it is in one
};

enum class Protection {
    row,   ///< tokens live in the same store and the fence of the same name was raised: late writes are refused
    floor, ///< the next grant's token is larger, but no fence was raised
    weak,  ///< tokens may start again
    none,  ///< the source has no tokens
};
/// A session lock is freed by ending its session: what goes with it.
struct SessionEnd
{
    std::string session;                 ///< backend pid or connection id; empty: it is gone already
    std::string program;                 ///< what it calls itself and where it comes from; may be empty
    bool in_transaction = false;         ///< which then rolls back
    std::vector<std::string> also_frees; ///< names of the other session locks that it holds
};

/// What a force-release will do, byte for byte.
struct ForcePreview
{
    std::vector<std::string> commands; ///< exactly what the server will log
    std::int64_t wakes = 0;            ///< waiters
    bool may_run_twice = true;         ///< the old holder is not stopped by a release
    Protection protection = Protection::row;
    std::optional<SessionEnd> ends; ///< only of session locks
};

struct LockSweep
{
    std::int64_t removed = 0;
    std::string next; ///< where the next step goes on; empty: all were looked at
};

/// Named leases on one store and source. One object belongs to one session: one thread at a time.
///
/// Rules (all backends): every decision is one atomic statement or script on the store's clock. Two first acquirers at the
/// same instant: one acquires, the other is busy, no failure.
///
/// | row      | none or no owner | same owner, live          | other, live | expired (any)         | cooling                 |
/// | acquire  | new token, 1 hold| same token, holds + 1,    | busy        | new token, 1 hold     | cooling, for the last   |
/// |          |                  | lease never shortened     |             |                       | owner too               |
///
/// A new grant's token is the row's token + 1 (a new row: the store-wide floor + 1). The same request of the same owner,
/// while that hold lasts, changes nothing and is answered again. For anybody else the request id means nothing.
class Locks
{
public:
    virtual ~Locks() = default;

    /// One try; never waits for the holder. Waiting is `WaitingAcquire` in waiting.h, written once over this.
    virtual Answer<Acquisition> acquire(const AcquireRequest& request) = 0;

    /// Moves the end to now + lease if that is later; never raises holds, never shortens. Order of checks: owner, token,
    /// expiry. A refused caller changes nothing: the row stays byte-equal.
    virtual Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) = 0;

    /// Gives back one hold; the last one frees the lock, or leaves it cooling until acquired_at + at_least. The row stays.
    /// Checks as in renew.
    virtual Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token,
                                        Duration at_least = Duration{0}) = 0;

    /// Frees it if it is still the lock that was shown: owner empty, holds 0, token + 1, fence of the same name raised to
    /// that token, cooling for hold_off, audit row written. One statement or script. Releases a lock that was merely renewed.
    virtual Answer<ForceAnswer> force_release(const ForceRelease& request) = 0;

    /// The commands that `force_release` of the same request will send, and what follows. Changes nothing.
    virtual Answer<ForcePreview> preview_force_release(const ForceRelease& request) = 0;

    /// The row, or nothing for a name never seen (or collected).
    virtual Answer<std::optional<LockRow>> find(const LockName& name) = 0;
    virtual Answer<Page<LockRow>> list(const ListRequest& request) = 0;

    /// Removes rows that have been free (and not cooling) for longer than `older_than` and raises the store-wide token
    /// floor to the largest token removed, so that no token is ever granted twice. Answers how many went.
    virtual Answer<std::int64_t> collect(Duration older_than) = 0;

    /// One short step of that: looks at `limit` rows at most, from `after` on (empty: from the beginning).
    virtual Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit);

    /// Records (or, with `until` passed, forgets) that `owner` waits for `name` for at most `at_most` from now, so that
    /// others can see it. Written at the start of a wait and again before it runs out.
    virtual Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) = 0;
    virtual Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) = 0;
    virtual Answer<Page<WaiterRow>> list_waiters(const ListRequest& request) = 0;
};

/// A `collect` made of short steps, for sources that have these.
Answer<std::int64_t> collect_in_steps(Locks& locks, Duration older_than);

const char* word(AcquireResult);
const char* word(LeaseResult);
const char* word(ForceResult);
const char* word(Protection);

} // namespace lockdesk
