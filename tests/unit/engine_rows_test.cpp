// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/changes.h"
#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/records.h"
#include "backends/engine/contracts/rows.h"
#include "backends/engine/contracts/tasks.h"
#include "backends/engine/rules/backoff.h"

#include <gtest/gtest.h>

namespace lockdesk {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
constexpr TimePoint now = time_from_us(1'000'000'000);

LockRow held(Duration left)
{
    LockRow row;
    row.owner = "a";
    row.lease = seconds{30};
    row.expires_at = now + left;
    return row;
}

} // namespace

TEST(RareText, ReadsAsTheTextThatItHolds)
{
    RareText text;
    EXPECT_TRUE(text.empty());
    EXPECT_EQ(text, "");
    EXPECT_EQ(text, RareText(std::string()));
    text += "no ";
    text += "number";
    const RareText copy = text;
    text.clear();
    EXPECT_EQ(copy, "no number");
    EXPECT_EQ(std::string_view(copy), "no number");
    EXPECT_FALSE(copy == text);
    RareText other = "no number";
    EXPECT_EQ(other, copy) << "by value, wherever it is held";
    other = other.str();
    EXPECT_EQ(other, copy);
    EXPECT_LE(sizeof(RareText), sizeof(void*));
}

TEST(LockStates, FollowTheClock)
{
    EXPECT_EQ(lock_state({}, now), LockState::free);
    EXPECT_EQ(lock_state(held(seconds{30}), now), LockState::held);
    EXPECT_EQ(lock_state(held(seconds{10} + Duration{1}), now), LockState::held);
    EXPECT_EQ(lock_state(held(seconds{10}), now), LockState::closing) << "a third is left";
    EXPECT_EQ(lock_state(held(Duration{1}), now), LockState::closing);
    EXPECT_EQ(lock_state(held(Duration{0}), now), LockState::expired) << "expires_at <= now";
    auto endless = held({});
    endless.expires_at.reset();
    EXPECT_EQ(lock_state(endless, now), LockState::held);
    LockRow cooling;
    cooling.cooling_until = now + Duration{1};
    EXPECT_EQ(lock_state(cooling, now), LockState::cooling);
    cooling.cooling_until = now;
    EXPECT_EQ(lock_state(cooling, now), LockState::free);
}

TEST(LockStates, KnowWhenTheyEnd)
{
    EXPECT_EQ(next_lock_change(held(seconds{30}), now), now + seconds{20});
    EXPECT_EQ(next_lock_change(held(seconds{5}), now), now + seconds{5});
    EXPECT_FALSE(next_lock_change(held(-seconds{5}), now));
    EXPECT_FALSE(next_lock_change({}, now));
    LockRow cooling;
    cooling.cooling_until = now + seconds{1};
    EXPECT_EQ(next_lock_change(cooling, now), cooling.cooling_until);
}

TEST(TaskStates, AreDueStrictlyAfterTheTimeout)
{
    TaskRow row;
    EXPECT_EQ(task_state(row, now), TaskState::due) << "never locked";
    row.locked_at = now - seconds{30};
    EXPECT_EQ(task_state(row, now), TaskState::waiting);
    EXPECT_EQ(task_state(row, now + Duration{1}), TaskState::due);
    row.owner = "w";
    EXPECT_EQ(task_state(row, now), TaskState::held);
    EXPECT_EQ(task_state(row, now + Duration{1}), TaskState::expired);
    EXPECT_EQ(task_due_at(row), now);
    row.locked_at = TimePoint::max();
    EXPECT_EQ(task_due_at(row), end_of_time);
}

TEST(WorkerHealths, LateAfterThreePeriodsSilentAfterTen)
{
    WorkerRow row;
    row.beat_at = now;
    EXPECT_EQ(worker_health(row, now + seconds{3}), WorkerHealth::live);
    EXPECT_EQ(worker_health(row, now + seconds{3} + Duration{1}), WorkerHealth::late);
    EXPECT_EQ(worker_health(row, now + seconds{10}), WorkerHealth::late);
    EXPECT_EQ(worker_health(row, now + seconds{10} + Duration{1}), WorkerHealth::silent);
}

TEST(Backoff, ProgressiveTable)
{
    const auto wait = [](Duration waited) { return progressive_backoff(waited, seconds{30}); };
    EXPECT_EQ(wait(Duration{0}), Duration{0});
    EXPECT_EQ(wait(Duration{-5}), Duration{0});
    EXPECT_EQ(wait(Duration{999}), Duration{0}) << "cut to whole milliseconds";
    EXPECT_EQ(wait(milliseconds{1}), milliseconds{1}) << "rounded up";
    EXPECT_EQ(wait(milliseconds{10}), milliseconds{1});
    EXPECT_EQ(wait(seconds{1}), milliseconds{100});
    EXPECT_EQ(wait(milliseconds{1001}), milliseconds{101});
    EXPECT_EQ(wait(seconds{10}), seconds{1});
    EXPECT_EQ(wait(seconds{30}), seconds{3});
    EXPECT_EQ(wait(seconds{60}), seconds{6});
    EXPECT_EQ(wait(seconds{120}), seconds{12});
    EXPECT_EQ(wait(seconds{120} + Duration{999}), seconds{12});
    EXPECT_EQ(wait(milliseconds{120'001}), seconds{30});
    EXPECT_EQ(wait(seconds{180}), seconds{30});
}

TEST(Backoff, ExponentialHasFloorCapAndFullJitter)
{
    EXPECT_EQ(exponential_backoff(Duration{0}, seconds{30}, 1.0), milliseconds{100});
    EXPECT_EQ(exponential_backoff(seconds{4}, seconds{30}, 1.0), seconds{4});
    EXPECT_EQ(exponential_backoff(seconds{4}, seconds{30}, 0.25), seconds{1});
    EXPECT_EQ(exponential_backoff(seconds{400}, seconds{30}, 1.0), seconds{30});
    EXPECT_EQ(exponential_backoff(seconds{4}, seconds{30}, 0.0), Duration{0});
    EXPECT_EQ(exponential_backoff(seconds{4}, seconds{30}, 7.0), seconds{4});
    EXPECT_EQ(exponential_backoff(seconds{4}, seconds{30}, -7.0), Duration{0});
    EXPECT_EQ(backoff(BackoffPolicy::progressive, seconds{10}, seconds{30}, 0.5), seconds{1});
    EXPECT_EQ(backoff(BackoffPolicy::exponential, seconds{10}, seconds{30}, 0.5), seconds{5});
}

TEST(Words, AreReadBack)
{
    for (const auto s : {DesiredState::running, DesiredState::stopped, DesiredState::deleted})
        EXPECT_EQ(parse_desired_state(word(s)).value(), s);
    for (const auto p : {BackoffPolicy::progressive, BackoffPolicy::exponential})
        EXPECT_EQ(parse_backoff_policy(word(p)).value(), p);
    for (const auto v : {VersionBy::integer, VersionBy::time, VersionBy::hash})
        EXPECT_EQ(parse_version_by(word(v)).value(), v);
    for (const auto c : {ClaimStrategy::atomic, ClaimStrategy::plain, ClaimStrategy::skip_locked_2, ClaimStrategy::version,
                         ClaimStrategy::none})
        EXPECT_EQ(parse_claim_strategy(word(c)).value(), c);
    EXPECT_EQ(parse_claim_strategy("wrong").failure().kind, FailureKind::usage);
    EXPECT_STREQ(word(AcquireResult::busy), "busy");
    EXPECT_STREQ(word(LeaseResult::not_owner), "not_owner");
    EXPECT_STREQ(word(LeaseResult::still_held), "still_held");
    EXPECT_STREQ(word(DesiredState::running), "Running");
}

TEST(Leases, ShortestIsThreeHundredMilliseconds)
{
    EXPECT_FALSE(check_lease(milliseconds{300}));
    EXPECT_FALSE(check_lease(no_end));
    const auto failure = check_lease(milliseconds{300} - Duration{1});
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->kind, FailureKind::usage);
}

TEST(FilterFields, OfRows)
{
    auto row = held(seconds{30});
    row.name = "n";
    EXPECT_EQ(filter_field(row, now, "name"), "n");
    EXPECT_EQ(filter_field(row, now, "state"), "held");
    EXPECT_EQ(filter_field(row, now, "owner"), "a");
    EXPECT_FALSE(filter_field(row, now, "phase"));
    TaskRow task;
    task.claim_id = "c";
    EXPECT_EQ(filter_field(task, now, "claim"), "c");
    EXPECT_EQ(filter_field(task, now, "state"), "due");
}

TEST(Sets, OfEntities)
{
    const auto two = Entity::lock | Entity::audit;
    EXPECT_TRUE(two.has(Entity::lock));
    EXPECT_TRUE(two.has(Entity::audit));
    EXPECT_FALSE(two.has(Entity::task));
    EXPECT_TRUE(Entities{}.empty());
    for (const auto e :
         {Entity::lock, Entity::task, Entity::message, Entity::worker, Entity::waiter, Entity::refusal, Entity::audit})
        EXPECT_TRUE(Entities::all().has(e));
}

TEST(Turns, Alternate)
{
    FairTurn turn(false);
    EXPECT_TRUE(turn.next());
    EXPECT_FALSE(turn.next());
    EXPECT_TRUE(turn.next());
}

TEST(Answers, AreOneOfThree)
{
    const Answer<int> result(7, now);
    EXPECT_TRUE(result.is_result());
    EXPECT_EQ(*result, 7);
    EXPECT_EQ(result.store_time(), now);
    const Answer<int> error(Failure::usage("no"));
    EXPECT_TRUE(error.is_error());
    EXPECT_FALSE(error.is_in_doubt());
    Failure lost;
    lost.kind = FailureKind::in_doubt;
    const Answer<int> doubt(lost);
    EXPECT_TRUE(doubt.is_in_doubt());
    EXPECT_FALSE(doubt.is_error());
}

} // namespace lockdesk
