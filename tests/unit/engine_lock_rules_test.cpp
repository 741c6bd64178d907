// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/lock_rules.h"
#include "backends/engine/text/text.h"

#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <limits>
#include <utility>

namespace lockdesk::lock_rules {

namespace {

using namespace std::chrono_literals;

const TimePoint now{1'000'000s};
const OwnerId me = OwnerId::trusted("me");
const OwnerId other = OwnerId::trusted("other");

// A decision refers to the texts of the request and of the row: they stay until the program ends.
template <class T> const T& kept(T value)
{
    static std::deque<T> all;
    return all.emplace_back(std::move(value));
}

const AcquireRequest& request(const char* id = "r1", Duration lease = 30s)
{
    return kept(AcquireRequest{LockName::trusted("job"), me, lease, RequestId::trusted(id)});
}

/// Mine since ten seconds, with a lease of thirty and one hold.
Lock mine(const std::string& requests = {})
{
    Lock lock{.owner = "me", .token = FencingToken(7), .holds = 1, .lease = Duration(30s), .acquired_at = now - 10s};
    lock.expires_at = now + 20s;
    lock.requests = kept(requests);
    return lock;
}

Lock free_lock()
{
    return {.token = FencingToken(7), .released_at = now - 60s, .last_owner = "other"};
}

template <class Answer> void expect_untouched(const Decision<Answer>& decision, const Lock& before)
{
    EXPECT_EQ(decision.change, Change::none);
    EXPECT_EQ(decision.after.owner, before.owner);
    EXPECT_EQ(decision.after.token, before.token);
    EXPECT_EQ(decision.after.holds, before.holds);
    EXPECT_EQ(decision.after.expires_at, before.expires_at);
    EXPECT_EQ(decision.after.requests, before.requests);
    EXPECT_EQ(decision.mark, "");
}

const ForceRelease& forced(Duration hold_off = Duration{0})
{
    ForceRelease r{.name = LockName::trusted("job"), .if_owner = me, .if_token = FencingToken(7), .reason = "gone"};
    r.hold_off = hold_off;
    return kept(std::move(r));
}

} // namespace

TEST(LockRules, FreeLockIsGrantedWithANewTokenAndNothingOfThePast)
{
    auto d = acquire(free_lock(), request(), now, {});
    EXPECT_EQ(d.change, Change::grant);
    EXPECT_EQ(d.answer.result, AcquireResult::acquired);
    EXPECT_EQ(d.answer.token, FencingToken(8));
    EXPECT_EQ(d.answer.holds, 1);
    EXPECT_FALSE(d.answer.extended);
    EXPECT_EQ(d.answer.acquired_at, now);
    EXPECT_EQ(d.answer.expires_at, now + 30s);
    EXPECT_EQ(d.answer.holder, (Holder{"me", FencingToken(8), now + 30s}));
    EXPECT_EQ(d.after.owner, "me");
    EXPECT_EQ(d.after.lease, Duration(30s));
    EXPECT_EQ(d.after.last_owner, "");
    EXPECT_FALSE(d.after.released_at || d.after.renewed_at || d.after.cooling_until);
    EXPECT_EQ(d.after.renewals, 0);
    EXPECT_EQ(std::move(d).requests(), request_mark("r1"));
}

TEST(LockRules, TokenIsAboveTheBaseAndOfARowWithoutOneAboveFloorAndFence)
{
    const Ground ground{.base = 3, .floor = 50, .fence = 90};
    EXPECT_EQ(next_token(FencingToken(7), ground), FencingToken(8)) << "it is above floor and fence since its first grant";
    EXPECT_EQ(next_token(FencingToken(2), ground), FencingToken(4));
    EXPECT_EQ(next_token({}, ground), FencingToken(91));
    EXPECT_EQ(next_token({}, {.base = 3, .floor = 50}), FencingToken(51));
    EXPECT_EQ(next_token({}, {}), FencingToken(1));
    EXPECT_EQ(next_token(FencingToken(-5), {}), FencingToken(1)) << "written by hand";
    const FencingToken largest(std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(next_token(largest, {}), largest);
}

TEST(LockRules, LeaseIsOverAtItsEndAndNotBefore)
{
    Lock lock = mine();
    lock.owner = "other";
    lock.expires_at = now + 1us;
    const auto busy = acquire(lock, request(), now, {});
    EXPECT_EQ(busy.answer.result, AcquireResult::busy);
    EXPECT_EQ(busy.answer.holder, (Holder{"other", FencingToken(7), now + 1us}));
    EXPECT_EQ(busy.answer.expires_at, now + 1us);
    EXPECT_FALSE(busy.answer.token);
    expect_untouched(busy, lock);
    EXPECT_FALSE(is_granted(lock, now));
    lock.expires_at = now;
    EXPECT_TRUE(is_granted(lock, now));
    EXPECT_EQ(acquire(lock, request(), now, {}).answer.token, FencingToken(8));
    lock.expires_at.reset();
    EXPECT_EQ(acquire(lock, request(), end_of_time, {}).answer.result, AcquireResult::busy) << "no end at all";
}

TEST(LockRules, OwnExpiredLeaseIsANewGrant)
{
    Lock lock = mine();
    lock.expires_at = now;
    lock.holds = 3;
    const auto d = acquire(lock, request(), now, {});
    EXPECT_EQ(d.answer.token, FencingToken(8));
    EXPECT_EQ(d.answer.holds, 1);
}

TEST(LockRules, HolderEntersAgainWithTheSameTokenAndALeaseThatNeverShortens)
{
    const auto marks = request_mark("r0");
    auto longer = acquire(mine(marks), request("r1", 30s), now, {});
    EXPECT_EQ(longer.change, Change::reenter);
    EXPECT_EQ(longer.answer.token, FencingToken(7));
    EXPECT_EQ(longer.answer.holds, 2);
    EXPECT_TRUE(longer.answer.extended);
    EXPECT_EQ(longer.answer.expires_at, now + 30s);
    EXPECT_EQ(longer.answer.acquired_at, now - 10s);
    EXPECT_EQ(std::move(longer).requests(), marks + request_mark("r1"));
    const auto shorter = acquire(mine(marks), request("r1", 5s), now, {});
    EXPECT_FALSE(shorter.answer.extended);
    EXPECT_EQ(shorter.after.expires_at, now + 20s);
    EXPECT_EQ(shorter.after.lease, Duration(30s)) << "of the end that stays";
}

TEST(LockRules, SameRequestAgainIsAnsweredAndCountsOnce)
{
    const auto marks = request_mark("r0") + request_mark("r1");
    const Lock lock = mine(marks);
    const auto d = acquire(lock, request("r0"), now, {});
    expect_untouched(d, lock);
    EXPECT_EQ(d.answer.result, AcquireResult::acquired);
    EXPECT_EQ(d.answer.holds, 1);
    EXPECT_EQ(d.answer.expires_at, now + 20s);
    EXPECT_FALSE(d.answer.extended);
}

TEST(LockRules, OldestMarksGoWhenThereAreTooMany)
{
    std::string marks;
    for (std::size_t i = 0; i < max_request_marks; ++i)
        marks += request_mark(std::to_string(i));
    auto d = acquire(mine(marks), request("new"), now, {});
    EXPECT_EQ(std::move(d).requests(), marks.substr(request_mark_bytes) + request_mark("new"));
}

TEST(LockRules, NobodyGetsACoolingLock)
{
    Lock lock = free_lock();
    lock.cooling_until = now + 1us;
    lock.last_owner = "me";
    const auto d = acquire(lock, request(), now, {});
    EXPECT_EQ(d.answer.result, AcquireResult::cooling);
    EXPECT_EQ(d.answer.expires_at, now + 1us);
    EXPECT_FALSE(d.answer.holder);
    expect_untouched(d, lock);
    lock.cooling_until = now;
    EXPECT_EQ(acquire(lock, request(), now, {}).answer.result, AcquireResult::acquired);
}

TEST(LockRules, OwnerIsCheckedThenTokenThenExpiry)
{
    Lock lock = mine();
    for (const bool expired : {false, true}) {
        if (expired)
            lock.expires_at = now;
        for (const auto token : {FencingToken(7), FencingToken(8)}) {
            EXPECT_EQ(renew(lock, other, token, 30s, now).answer.result, LeaseResult::not_owner);
            EXPECT_EQ(release(lock, other, token, {}, now).answer.result, LeaseResult::not_owner);
        }
        EXPECT_EQ(renew(lock, me, FencingToken(6), 30s, now).answer.result, LeaseResult::stale);
        EXPECT_EQ(release(lock, me, FencingToken(8), {}, now).answer.result, LeaseResult::stale);
    }
    const auto late = release(lock, me, FencingToken(7), {}, now);
    EXPECT_EQ(late.answer.result, LeaseResult::expired);
    EXPECT_FALSE(late.answer.holder);
    expect_untouched(late, lock);
    EXPECT_EQ(renew(lock, me, FencingToken(7), 30s, now).answer.result, LeaseResult::expired);
    EXPECT_EQ(release(free_lock(), me, FencingToken(7), {}, now).answer.result, LeaseResult::not_owner);
    const auto refused = renew(mine(), other, FencingToken(7), 30s, now);
    EXPECT_EQ(refused.answer.holder, (Holder{"me", FencingToken(7), now + 20s}));
    EXPECT_EQ(refused.answer.holds, 0);
}

TEST(LockRules, RenewalMovesTheEndLaterAndRaisesNoHold)
{
    const auto d = renew(mine(), me, FencingToken(7), 30s, now);
    EXPECT_EQ(d.change, Change::renew);
    EXPECT_EQ(d.answer.result, LeaseResult::renewed);
    EXPECT_TRUE(d.answer.extended);
    EXPECT_EQ(d.answer.holds, 1);
    EXPECT_EQ(d.answer.expires_at, now + 30s);
    EXPECT_EQ(d.after.renewed_at, now);
    EXPECT_EQ(d.after.renewals, 1);
    EXPECT_EQ(d.answer.holder->expires_at, now + 30s);
    const auto shorter = renew(mine(), me, FencingToken(7), 20s, now);
    EXPECT_FALSE(shorter.answer.extended) << "the same end is not later";
    EXPECT_EQ(shorter.change, Change::renew) << "it is counted all the same";
    EXPECT_EQ(renew(mine(), me, FencingToken(7), no_end, now).after.expires_at, end_of_time);
}

TEST(LockRules, ReleaseGivesBackTheNewestHoldFirst)
{
    Lock lock = mine();
    lock.holds = 2;
    const auto marks = request_mark("r0") + request_mark("r1");
    lock.requests = marks;
    auto d = release(lock, me, FencingToken(7), 60s, now);
    EXPECT_EQ(d.change, Change::unhold);
    EXPECT_EQ(d.answer.result, LeaseResult::still_held);
    EXPECT_EQ(d.answer.holds, 1);
    EXPECT_EQ(d.answer.expires_at, now + 20s);
    EXPECT_EQ(std::move(d).requests(), request_mark("r0"));
}

TEST(LockRules, LastReleaseFreesAndKeepsTheToken)
{
    const Lock lock = mine();
    auto d = release(lock, me, FencingToken(7), Duration{0}, now);
    EXPECT_EQ(d.change, Change::vacate);
    EXPECT_EQ(d.answer.result, LeaseResult::released);
    EXPECT_EQ(d.answer.acquired_at, now - 10s);
    EXPECT_FALSE(d.answer.expires_at || d.answer.holder);
    EXPECT_EQ(d.after.owner, "");
    EXPECT_EQ(d.after.last_owner, "me");
    EXPECT_EQ(d.after.token, FencingToken(7));
    EXPECT_EQ(d.after.released_at, now);
    EXPECT_FALSE(d.after.expires_at || d.after.acquired_at || d.after.lease);
    EXPECT_EQ(d.after.reason, "");
    EXPECT_EQ(std::move(d).requests(), "");
}

TEST(LockRules, AtLeastCountsFromTheAcquisition)
{
    const auto d = release(mine(), me, FencingToken(7), 15s, now);
    EXPECT_EQ(d.answer.result, LeaseResult::cooling);
    EXPECT_EQ(d.answer.expires_at, now + 5s);
    EXPECT_EQ(d.after.cooling_until, now + 5s);
    EXPECT_EQ(release(mine(), me, FencingToken(7), 10s, now).answer.result, LeaseResult::released) << "over already";
}

TEST(LockRules, ForcedReleaseComparesIdentityAndRaisesTheToken)
{
    const auto d = force_release(mine(), forced(60s), now);
    EXPECT_EQ(d.change, Change::vacate);
    EXPECT_EQ(d.answer.result, ForceResult::released);
    EXPECT_EQ(d.answer.token, FencingToken(8));
    EXPECT_EQ(d.answer.expires_at, now + 60s);
    EXPECT_EQ(d.after.token, FencingToken(8));
    EXPECT_EQ(d.after.cooling_until, now + 60s);
    EXPECT_EQ(d.after.reason, "gone");
    EXPECT_EQ(d.after.last_owner, "me");
    auto r = forced();
    EXPECT_FALSE(force_release(mine(), r, now).after.cooling_until);
    r.if_acquired_at = now - 9s;
    EXPECT_EQ(force_release(mine(), r, now).answer.result, ForceResult::changed);
    r.if_acquired_at = now - 10s;
    r.if_expires_at = now;
    const auto changed = force_release(mine(), r, now);
    EXPECT_EQ(changed.answer.result, ForceResult::changed) << "renewed meanwhile";
    EXPECT_EQ(changed.answer.holder, (Holder{"me", FencingToken(7), now + 20s}));
    expect_untouched(changed, mine());
    r.if_expires_at = now + 20s;
    EXPECT_EQ(force_release(mine(), r, now).answer.result, ForceResult::released);
    r.if_token = FencingToken(6);
    EXPECT_EQ(force_release(mine(), r, now).answer.result, ForceResult::changed);
    EXPECT_EQ(force_release(free_lock(), forced(), now).answer.result, ForceResult::changed);
}

TEST(LockRules, EndOfACoolingComparesItAndKeepsTheToken)
{
    auto cooling = force_release(mine(), forced(60s), now).after;
    EndCooling r{.name = LockName::trusted("job"), .if_token = FencingToken(8), .if_cooling_until = now + 60s,
                 .reason = "back", .who = "op"};
    const auto d = end_cooling(cooling, r, now + 59s);
    EXPECT_EQ(d.change, Change::vacate);
    EXPECT_EQ(d.answer.result, ForceResult::released);
    EXPECT_FALSE(d.after.cooling_until);
    EXPECT_EQ(d.after.token, FencingToken(8));
    EXPECT_EQ(d.after.reason, "back");
    EXPECT_EQ(d.after.last_owner, "me");
    EXPECT_EQ(d.after.released_at, cooling.released_at);
    const auto over = end_cooling(cooling, r, now + 60s);
    EXPECT_EQ(over.answer.result, ForceResult::changed);
    EXPECT_FALSE(over.answer.cooling_until);
    expect_untouched(over, cooling);
    r.if_cooling_until = now + 61s;
    EXPECT_EQ(end_cooling(cooling, r, now).answer.cooling_until, now + 60s);
    r.if_cooling_until = now + 60s;
    r.if_token = FencingToken(7);
    expect_untouched(end_cooling(cooling, r, now), cooling);
    const auto held = end_cooling(mine(), r, now);
    EXPECT_EQ(held.answer.result, ForceResult::changed);
    EXPECT_EQ(held.answer.holder, (Holder{"me", FencingToken(7), now + 20s}));
    expect_untouched(held, mine());
}

TEST(LockRules, LongFreeRowsAreCollected)
{
    EXPECT_TRUE(is_collected(free_lock(), 59s, now));
    EXPECT_FALSE(is_collected(free_lock(), 60s, now)) << "not longer than";
    Lock cooling = free_lock();
    cooling.cooling_until = now + 1us;
    EXPECT_FALSE(is_collected(cooling, 1s, now));
    Lock expired = mine();
    expired.expires_at = now - 60s;
    EXPECT_FALSE(is_collected(expired, 1s, now));
    EXPECT_FALSE(is_collected(Lock{.token = FencingToken(1)}, 1s, now)) << "nobody knows since when";
}

} // namespace lockdesk::lock_rules
