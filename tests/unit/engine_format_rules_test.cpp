// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/dist_lock_rules.h"
#include "backends/engine/rules/shed_lock_rules.h"

#include <gtest/gtest.h>

#include <chrono>

namespace lockdesk::test {

namespace {

using namespace std::chrono_literals;

const TimePoint now{1000s};
const OwnerId me = OwnerId::trusted("me");

ForceRelease forced(const char* owner)
{
    return {.name = LockName::trusted("job"), .if_owner = OwnerId::trusted(owner), .if_token = {}};
}

dist_lock::Row row(const char* owner, std::optional<TimePoint> expiry)
{
    return {true, owner ? std::optional<std::string>(owner) : std::nullopt, expiry};
}

shed_lock::Row shed(const char* by, TimePoint until, std::optional<TimePoint> since = now - 10s)
{
    return {true, until, since, by};
}

} // namespace

TEST(DistLockRules, EveryCellOfTheMatrix)
{
    using dist_lock::Write;
    const auto decide = [](const dist_lock::Row& r) { return dist_lock::decide_acquire(r, me, 30s, now); };
    EXPECT_EQ(decide({}).write, Write::insert);
    EXPECT_EQ(decide(row(nullptr, std::nullopt)).write, Write::update);
    EXPECT_EQ(decide(row("other", std::nullopt)).answer.result, AcquireResult::acquired);
    EXPECT_EQ(decide(row(nullptr, now + 1h)).answer.result, AcquireResult::acquired);
    EXPECT_EQ(decide(row("other", now)).write, Write::update); // expired at this very moment
    const auto busy = decide(row("other", now + 1us));
    EXPECT_EQ(busy.answer.result, AcquireResult::busy);
    EXPECT_EQ(busy.write, Write::none);
    EXPECT_EQ(busy.answer.holder->owner, "other");
    const auto extended = decide(row("me", now + 1s));
    EXPECT_TRUE(extended.answer.extended);
    EXPECT_EQ(extended.expiry, now + 30s);
    EXPECT_FALSE(extended.answer.token);
    const auto kept = decide(row("me", now + 1h));
    EXPECT_EQ(kept.answer.expires_at, now + 1h);
    EXPECT_EQ(kept.write, Write::none);
    EXPECT_FALSE(decide(row("me", now - 1s)).answer.extended);
}

TEST(DistLockRules, OwnerThenTokenThenExpiry)
{
    const auto release = [](const dist_lock::Row& r, std::int64_t token = 0) {
        return dist_lock::decide_release(r, me, FencingToken{token}, now).answer.result;
    };
    EXPECT_EQ(release({}), LeaseResult::not_owner);
    EXPECT_EQ(release(row("other", now - 1s), 5), LeaseResult::not_owner);
    EXPECT_EQ(release(row("me", now - 1s), 5), LeaseResult::stale);
    EXPECT_EQ(release(row("me", now)), LeaseResult::expired);
    EXPECT_EQ(release(row("me", now + 1us)), LeaseResult::released);
}

TEST(DistLockRules, EndIsRoundedUpToTheColumn)
{
    const dist_lock::Column seconds{1s, now + 1h};
    EXPECT_EQ(dist_lock::decide_acquire({}, me, 1500ms, now, seconds).expiry, now + 2s);
    EXPECT_EQ(dist_lock::decide_acquire({}, me, no_end, now, seconds).expiry, now + 1h);
    EXPECT_EQ(dist_lock::decide_renew(row("me", now + 2s), me, {}, 1500ms, now, seconds).write, dist_lock::Write::none);
}

TEST(DistLockRules, ForcedReleaseTellsNobodyWhoseLeaseIsOver)
{
    const auto same = dist_lock::decide_force_release(row("me", now), forced("me"), now);
    EXPECT_EQ(same.answer.result, ForceResult::released);
    EXPECT_EQ(same.write, dist_lock::Write::clear);
    EXPECT_FALSE(dist_lock::decide_force_release(row("other", now), forced("me"), now).answer.holder);
    const auto live = dist_lock::decide_force_release(row("other", now + 1us), forced("me"), now);
    EXPECT_EQ(live.answer.result, ForceResult::changed);
    EXPECT_EQ(live.answer.holder->owner, "other");
}

TEST(ShedLockRules, LiveIsBusyAlsoForItsOwner)
{
    const auto busy = shed_lock::decide_acquire(shed("me", now + 1ms), me, 30s, now, end_of_time);
    EXPECT_EQ(busy.answer.result, AcquireResult::busy);
    EXPECT_EQ(busy.answer.holder->owner, "me");
    EXPECT_FALSE(busy.write);
    const auto taken = shed_lock::decide_acquire(shed("other", now), me, 30s, now + 1us, end_of_time);
    EXPECT_EQ(taken.answer.result, AcquireResult::acquired);
    ASSERT_TRUE(taken.write);
    EXPECT_EQ(taken.write->locked_at, now) << "whole milliseconds, never later than it is";
    EXPECT_EQ(taken.write->lock_until, now + 30001ms) << "and never sooner than asked for";
}

TEST(ShedLockRules, AtLeastForLeavesAHoldOfNobody)
{
    const auto kept = shed_lock::decide_release(shed("me", now + 20s), me, {}, 15s, now, end_of_time);
    EXPECT_EQ(kept.answer.result, LeaseResult::cooling);
    EXPECT_EQ(kept.answer.expires_at, now + 5s);
    ASSERT_TRUE(kept.write);
    const shed_lock::Row after{true, kept.write->lock_until, kept.write->locked_at, kept.write->locked_by};
    EXPECT_FALSE(shed_lock::holder(after, now));
    EXPECT_EQ(shed_lock::decide_acquire(after, me, 30s, now, end_of_time).answer.result, AcquireResult::cooling);
    EXPECT_EQ(shed_lock::decide_acquire(after, me, 30s, now + 5s, end_of_time).answer.result, AcquireResult::acquired);
    const auto freed = shed_lock::decide_release(shed("me", now + 20s), me, {}, 10s, now, end_of_time);
    EXPECT_EQ(freed.answer.result, LeaseResult::released) << "over already";
    EXPECT_EQ(freed.write->lock_until, now);
}

TEST(ShedLockRules, OwnerThenTokenThenEnd)
{
    const auto release = [](const shed_lock::Row& r, std::int64_t token = 0) {
        return shed_lock::decide_release(r, me, FencingToken{token}, Duration{0}, now, end_of_time).answer.result;
    };
    EXPECT_EQ(release({}), LeaseResult::not_owner);
    EXPECT_EQ(release(shed("other", now), 5), LeaseResult::not_owner);
    EXPECT_EQ(release(shed("me", now), 5), LeaseResult::stale);
    EXPECT_EQ(release(shed("me", now)), LeaseResult::expired);
    EXPECT_EQ(release(shed("me", now + 1ms)), LeaseResult::released);
}

TEST(ShedLockRules, RenewalNeverShortens)
{
    const auto longer = shed_lock::decide_renew(shed("me", now + 1s), me, {}, 30s, now, end_of_time);
    EXPECT_TRUE(longer.answer.extended);
    EXPECT_EQ(longer.write->lock_until, now + 30s);
    EXPECT_EQ(longer.write->locked_at, now - 10s);
    const auto shorter = shed_lock::decide_renew(shed("me", now + 1h), me, {}, 30s, now, end_of_time);
    EXPECT_EQ(shorter.answer.expires_at, now + 1h);
    EXPECT_FALSE(shorter.write);
}

TEST(ShedLockRules, ForcedReleaseIsOfTheLockThatWasShown)
{
    auto request = forced("me");
    request.if_acquired_at = now - 10s;
    EXPECT_TRUE(shed_lock::is_the_shown(shed("me", now + 1s), request, now));
    EXPECT_FALSE(shed_lock::is_the_shown(shed("me", now), request, now)) << "over";
    EXPECT_FALSE(shed_lock::is_the_shown(shed("me", now + 1s, now - 9s), request, now)) << "another run";
    request.if_expires_at = now + 2s;
    EXPECT_FALSE(shed_lock::is_the_shown(shed("me", now + 1s), request, now));
}

} // namespace lockdesk::test
