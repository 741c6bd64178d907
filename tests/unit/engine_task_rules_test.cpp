// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/task_state.h"
#include "backends/engine/rules/task_rules.h"

#include <gtest/gtest.h>

#include <chrono>

namespace lockdesk::task_rules {

namespace {

using namespace std::chrono_literals;

const TimePoint now{1'000'000s};
const TaskRule rule{"k", "new", 30s, BackoffPolicy::progressive, 8};

/// Claimed by `me` ten seconds ago.
TaskRow held()
{
    TaskRow row;
    row.id = "t";
    row.phase = "new";
    row.owner = "me";
    row.token = FencingToken(3);
    row.locked_at = row.updated_at = now - 10s;
    row.failures = 2;
    row.last_error = "no";
    return row;
}

TaskStep step(decltype(TaskStep::what) what, const char* owner = "me", std::int64_t token = 3)
{
    return {TaskId::trusted("t"), OwnerId::trusted(owner), FencingToken(token), std::move(what)};
}

} // namespace

TEST(TaskRules, DueIsStrictlyAfterTheTimeout)
{
    TaskRow row = held();
    row.locked_at = now - 30s;
    EXPECT_FALSE(is_due(row, 30s, now));
    row.locked_at -= 1us;
    EXPECT_TRUE(is_due(row, 30s, now));
}

TEST(TaskRules, ClaimRaisesTheTokenAndCountsATakeover)
{
    const ClaimRequest request{TaskKind::trusted("k"), Phase::trusted("new"), 1, OwnerId::trusted("b"),
                               ClaimId::trusted("c")};
    TaskRow row = held();
    take(row, request, now);
    EXPECT_EQ(row.owner, "b");
    EXPECT_EQ(row.token, FencingToken(4));
    EXPECT_EQ(row.locked_at, now);
    EXPECT_EQ(row.updated_at, now - 10s) << "the backoff needs it";
    EXPECT_EQ(row.takeovers, 1);
    row.owner.clear();
    take(row, request, now);
    EXPECT_EQ(row.takeovers, 1);
    EXPECT_EQ(row.claims, 2);
}

TEST(TaskRules, OwnerThenTokenThenPhase)
{
    const Advance elsewhere{Phase::trusted("old"), Phase::trusted("done"), std::nullopt};
    EXPECT_EQ(result_of(held(), step(elsewhere, "b", 2)), StepResult::not_owner);
    EXPECT_EQ(result_of(held(), step(Unlock{}, "me", 2)), StepResult::stale);
    EXPECT_EQ(result_of(held(), step(elsewhere)), StepResult::stale);
    EXPECT_EQ(result_of(held(), step(Extend{})), StepResult::done);
}

TEST(TaskRules, RelockIsDueAgainWhenItsWaitIsOver)
{
    TaskRow row = held();
    EXPECT_EQ(apply(row, step(Relock{7s}), rule, now), Duration(7s));
    EXPECT_EQ(row.owner, "");
    EXPECT_EQ(row.locked_at, now - 23s);
    EXPECT_EQ(row.updated_at, now - 10s);
    row = held();
    EXPECT_EQ(apply(row, step(RelockByBackoff{}), rule, now), Duration(1s)) << "a tenth of what it has waited";
    row = held();
    EXPECT_EQ(apply(row, step(Relock{no_end}), rule, now), no_end);
    EXPECT_EQ(row.locked_at, end_of_time);
}

TEST(TaskRules, EachStepChangesWhatItSays)
{
    TaskRow row = held();
    EXPECT_FALSE(apply(row, step(Unlock{}), rule, now));
    EXPECT_EQ(row.locked_at, never_locked);
    EXPECT_EQ(row.failures, 2);
    row = held();
    EXPECT_FALSE(apply(row, step(Extend{}), rule, now));
    EXPECT_EQ(row.owner, "me");
    EXPECT_EQ(row.locked_at, now);
    row = held();
    EXPECT_EQ(apply(row, step(Fail{"why"}), rule, now), Duration(1s));
    EXPECT_EQ(row.failures, 3);
    EXPECT_EQ(row.last_error, "why");
    row = held();
    EXPECT_FALSE(apply(row, step(Advance{std::nullopt, Phase::trusted("done"), DesiredState::stopped}), rule, now));
    EXPECT_EQ(row.phase, "done");
    EXPECT_EQ(row.desired_state, DesiredState::stopped);
    EXPECT_EQ(row.updated_at, now);
    EXPECT_EQ(row.failures, 0);
    EXPECT_EQ(row.last_error, "");
    EXPECT_EQ(row.owner, "");
}

TEST(TaskRules, TheLastFailureParksUntilAForcedRelock)
{
    TaskRow row = held();
    TaskRule strict = rule;
    row.max_failures = strict.max_failures = 3;
    EXPECT_FALSE(is_parked(row));
    EXPECT_FALSE(apply(row, step(Fail{"why"}), strict, now)) << "no wait: nobody claims it";
    EXPECT_EQ(row.locked_at, end_of_time);
    EXPECT_EQ(row.failures, 3);
    EXPECT_TRUE(is_parked(row));
    EXPECT_STREQ(state_word(row, now), "failed");
    relock(row, {.id = TaskId::trusted("t"), .if_owner = "", .if_token = FencingToken(3)}, strict, now);
    EXPECT_FALSE(is_parked(row));
    EXPECT_STREQ(state_word(row, now + 1us), "due");
    EXPECT_EQ(row.failures, 0);
    EXPECT_EQ(row.last_error, "why");
    EXPECT_EQ(row.locked_at, now - strict.lock_timeout);
}

TEST(TaskRules, ForcedRelockRaisesTheToken)
{
    ForcedRelock request{.id = TaskId::trusted("t"), .if_owner = "me", .if_token = FencingToken(3), .wait = 5s};
    TaskRow row = held();
    EXPECT_TRUE(is_the_shown(row, request));
    relock(row, request, rule, now);
    EXPECT_EQ(row.token, FencingToken(4));
    EXPECT_EQ(row.owner, "");
    EXPECT_EQ(row.locked_at, now - 25s);
    EXPECT_FALSE(is_the_shown(row, request));
}

} // namespace lockdesk::task_rules
