// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/lock_rules.h"

#include "backends/engine/text/text.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockdesk::lock_rules {

namespace {

void set(std::string& text, std::string_view to)
{
    if (to.size() != text.size() || to.data() != text.data())
        text.assign(to);
}

// Moves the end only later: a lease never shortens, and an endless one stays endless. Returns true if it moved.
bool lengthen(Lock& lock, TimePoint now, Duration lease)
{
    const auto until = add(now, lease);
    if (!lock.expires_at || until <= *lock.expires_at)
        return false;
    lock.expires_at = until;
    lock.lease = lease;
    return true;
}

// Removes the owner; the row and its token stay.
void vacate(Lock& lock, TimePoint now, std::optional<TimePoint> cooling_until, std::string_view reason)
{
    lock.last_owner = std::exchange(lock.owner, {});
    lock.holds = 0;
    lock.lease.reset();
    lock.acquired_at.reset();
    lock.renewed_at.reset();
    lock.expires_at.reset();
    lock.cooling_until = cooling_until;
    lock.released_at = now;
    lock.reason = reason;
    lock.renewals = 0;
    lock.requests = {};
}

Acquisition acquired(const Lock& lock, bool extended)
{
    return {AcquireResult::acquired,
            lock.token,
            lock.holds,
            extended,
            lock.acquired_at,
            lock.expires_at,
            Holder{std::string(lock.owner), lock.token, lock.expires_at}};
}

Decision<Acquisition> grant(const Lock& lock, const AcquireRequest& request, TimePoint now, const Ground& ground)
{
    Decision<Acquisition> out{{}, Change::grant, {}, request_mark(request.request.str())};
    out.after.owner = request.owner.str();
    out.after.token = next_token(lock.token, ground);
    out.after.holds = 1;
    out.after.lease = request.lease;
    out.after.acquired_at = now;
    out.after.expires_at = add(now, request.lease);
    out.answer = acquired(out.after, false);
    return out;
}

// A repeated request changes nothing: its hold already exists.
Decision<Acquisition> reenter(const Lock& lock, const AcquireRequest& request, TimePoint now)
{
    Decision<Acquisition> out{{}, Change::none, lock, request_mark(request.request.str())};
    if (lock.requests.find(out.mark) != std::string_view::npos) {
        out.mark.clear();
        out.answer = acquired(lock, false);
        return out;
    }
    out.change = Change::reenter;
    ++out.after.holds;
    constexpr auto stay = (max_request_marks - 1) * request_mark_bytes;
    if (out.after.requests.size() > stay)
        out.after.requests.remove_prefix(out.after.requests.size() - stay);
    const bool extended = lengthen(out.after, now, request.lease);
    out.answer = acquired(out.after, extended);
    return out;
}

// Checks owner, token, expiry, in this order. Returns true if the lock is the caller's; else `answer` says why not.
bool is_callers(const Lock& lock, const OwnerId& owner, FencingToken token, TimePoint now, LeaseAnswer& answer)
{
    if (lock.owner != owner.str())
        answer.result = LeaseResult::not_owner;
    else if (lock.token != token)
        answer.result = LeaseResult::stale;
    else if (!is_live(lock, now))
        answer.result = LeaseResult::expired;
    else
        return true;
    answer.holder = holder_of(lock.owner, lock.token, lock.expires_at, now);
    return false;
}

void tell(LeaseAnswer& answer, const Lock& lock)
{
    answer.holds = lock.holds;
    answer.acquired_at = lock.acquired_at;
    answer.expires_at = lock.expires_at;
    answer.holder = Holder{std::string(lock.owner), lock.token, lock.expires_at};
}

bool is_the_shown(const Lock& lock, const ForceRelease& r)
{
    return !lock.owner.empty() && lock.owner == r.if_owner.str() && lock.token == r.if_token
           && (!r.if_acquired_at || lock.acquired_at == r.if_acquired_at)
           && (!r.if_expires_at || lock.expires_at == r.if_expires_at);
}

} // namespace

Lock lock_of(const LockRow& row, std::string_view requests)
{
    return {row.owner,         row.token,       row.holds,      row.lease,  row.acquired_at, row.renewed_at, row.expires_at,
            row.cooling_until, row.released_at, row.last_owner, row.reason, row.renewals,    requests};
}

// The texts of `after` may be views of the row's texts: the last owner was the owner.
void put(LockRow& row, const Lock& after)
{
    set(row.last_owner, after.last_owner);
    set(row.owner, after.owner);
    row.token = after.token;
    row.holds = after.holds;
    row.lease = after.lease;
    row.acquired_at = after.acquired_at;
    row.renewed_at = after.renewed_at;
    row.expires_at = after.expires_at;
    row.cooling_until = after.cooling_until;
    row.released_at = after.released_at;
    row.reason = after.reason;
    row.renewals = after.renewals;
}

bool is_live(const Lock& lock, TimePoint now) { return !lock.owner.empty() && (!lock.expires_at || *lock.expires_at > now); }

bool is_cooling(const Lock& lock, TimePoint now)
{
    return lock.owner.empty() && lock.cooling_until && *lock.cooling_until > now;
}

bool is_granted(const Lock& lock, TimePoint now) { return !is_live(lock, now) && !is_cooling(lock, now); }

std::optional<Holder> holder_of(std::string_view owner, FencingToken token, std::optional<TimePoint> expires_at,
                                TimePoint now)
{
    if (owner.empty() || (expires_at && *expires_at <= now))
        return std::nullopt;
    return Holder{std::string(owner), token, expires_at};
}

FencingToken next_token(FencingToken token, const Ground& ground)
{
    auto below = std::max({token.number(), ground.base, std::int64_t{0}});
    if (token.number() <= 0)
        below = std::max({below, ground.floor, ground.fence});
    return FencingToken(below).next();
}

std::optional<Acquisition> refusal(const Lock& lock, TimePoint now)
{
    Acquisition answer;
    if (is_live(lock, now)) {
        answer.result = AcquireResult::busy;
        answer.expires_at = lock.expires_at;
        answer.holder = Holder{std::string(lock.owner), lock.token, lock.expires_at};
        return answer;
    }
    if (is_cooling(lock, now)) {
        answer.result = AcquireResult::cooling;
        answer.expires_at = lock.cooling_until;
        return answer;
    }
    return std::nullopt;
}

bool is_used_up(const Decision<Acquisition>& decision)
{
    return decision.change == Change::grant && decision.after.token.number() > largest_token;
}

Failure used_up_failure()
{
    return Failure::unavailable(
               "the lock's tokens are used up: the next one would be above " + std::to_string(largest_token)
               + ", which no fence could check; nothing was changed. Its row, the fence of its name or the token "
                 "floor has that number: put it right there")
        .in_statement("lock_acquire");
}

Decision<Acquisition> acquire(const Lock& lock, const AcquireRequest& request, TimePoint now, const Ground& ground)
{
    if (lock.owner == request.owner.str() && is_live(lock, now))
        return reenter(lock, request, now);
    if (auto refused = refusal(lock, now))
        return {std::move(*refused), Change::none, lock, {}};
    return grant(lock, request, now, ground);
}

Decision<LeaseAnswer> renew(const Lock& lock, const OwnerId& owner, FencingToken token, Duration lease, TimePoint now)
{
    Decision<LeaseAnswer> out{{}, Change::none, lock, {}};
    if (!is_callers(lock, owner, token, now, out.answer))
        return out;
    out.change = Change::renew;
    out.answer.result = LeaseResult::renewed;
    out.answer.extended = lengthen(out.after, now, lease);
    out.after.renewed_at = now;
    ++out.after.renewals;
    tell(out.answer, out.after);
    return out;
}

Decision<LeaseAnswer> release(const Lock& lock, const OwnerId& owner, FencingToken token, Duration at_least, TimePoint now)
{
    Decision<LeaseAnswer> out{{}, Change::none, lock, {}};
    if (!is_callers(lock, owner, token, now, out.answer))
        return out;
    if (lock.holds > 1) {
        out.change = Change::unhold;
        --out.after.holds;
        out.after.requests.remove_suffix(std::min(lock.requests.size(), request_mark_bytes));
        out.answer.result = LeaseResult::still_held;
        tell(out.answer, out.after);
        return out;
    }
    const auto until = add(lock.acquired_at.value_or(now), at_least);
    const bool cools = until > now;
    out.change = Change::vacate;
    vacate(out.after, now, cools ? std::optional(until) : std::nullopt, {});
    out.answer.result = cools ? LeaseResult::cooling : LeaseResult::released;
    out.answer.acquired_at = lock.acquired_at;
    out.answer.expires_at = out.after.cooling_until;
    return out;
}

Decision<ForceAnswer> force_release(const Lock& lock, const ForceRelease& request, TimePoint now)
{
    Decision<ForceAnswer> out{{}, Change::none, lock, {}};
    if (!is_the_shown(lock, request)) {
        out.answer.holder = holder_of(lock.owner, lock.token, lock.expires_at, now);
        return out;
    }
    out.change = Change::vacate;
    const bool cools = request.hold_off > Duration{0};
    vacate(out.after, now, cools ? std::optional(add(now, request.hold_off)) : std::nullopt, request.reason);
    out.after.token = lock.token.next();
    out.answer.result = ForceResult::released;
    out.answer.token = out.after.token;
    out.answer.expires_at = out.after.cooling_until;
    return out;
}

Decision<CoolingEnd> end_cooling(const Lock& lock, const EndCooling& request, TimePoint now)
{
    Decision<CoolingEnd> out{{}, Change::none, lock, {}};
    const bool cools = is_cooling(lock, now);
    if (!cools || lock.token != request.if_token || lock.cooling_until != request.if_cooling_until) {
        out.answer.cooling_until = cools ? lock.cooling_until : std::nullopt;
        out.answer.holder = holder_of(lock.owner, lock.token, lock.expires_at, now);
        return out;
    }
    out.change = Change::vacate;
    out.after.cooling_until.reset();
    out.after.reason = request.reason;
    out.answer.result = ForceResult::released;
    return out;
}

bool is_collected(const Lock& lock, Duration older_than, TimePoint now)
{
    return lock.owner.empty() && !is_cooling(lock, now) && lock.released_at && *lock.released_at < add(now, -older_than);
}

} // namespace lockdesk::lock_rules
