// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/task_state.h"
#include "tests/contract/task_lists.h"

namespace lockdesk::contract {

TEST_P(StepCases, UnlockGivesTheTaskBackAtOnce)
{
    add_task("t");
    const auto updated = now();
    pass(second);
    const auto taken = claim("w")[0];
    const auto answer = step(taken, Unlock{});
    EXPECT_EQ(answer.result, StepResult::done);
    ASSERT_TRUE(answer.row);
    EXPECT_EQ(answer.row->owner, "");
    EXPECT_EQ(answer.row->locked_at, never_locked);
    EXPECT_EQ(answer.row->updated_at, updated) << "never touched: the backoff needs it";
    EXPECT_EQ(answer.row->token, taken.token);
    EXPECT_EQ(claim("x").size(), 1u);
}

TEST_P(StepCases, RelockMakesItDueAfterTheWait)
{
    add_task("t");
    const auto updated = now();
    pass(second);
    const auto answer = step(claim("w")[0], Relock{7 * second});
    EXPECT_EQ(answer.result, StepResult::done);
    EXPECT_EQ(answer.wait, 7 * second);
    ASSERT_TRUE(answer.row);
    EXPECT_EQ(answer.row->owner, "");
    EXPECT_EQ(answer.row->locked_at, now() - 23 * second);
    EXPECT_EQ(answer.row->updated_at, updated);
    EXPECT_EQ(task_state(*answer.row, now()), TaskState::waiting);
    pass(7 * second);
    EXPECT_TRUE(claim("x").empty());
    pass(tick());
    EXPECT_EQ(claim("x").size(), 1u);
}

TEST_P(StepCases, RelockMayLieInTheFuture)
{
    add_task("t");
    const auto answer = step(claim("w")[0], Relock{std::chrono::hours{1}});
    EXPECT_EQ(answer.row->locked_at, now() + std::chrono::hours{1} - 30 * second);
    pass(std::chrono::hours{1});
    EXPECT_TRUE(claim("x").empty());
    pass(tick());
    EXPECT_EQ(claim("x").size(), 1u);
}

TEST_P(StepCases, RelockForeverDoesNotOverflow)
{
    add_task("t");
    EXPECT_EQ(step(claim("w")[0], Relock{no_end}).result, StepResult::done);
    pass(std::chrono::hours{24 * 365});
    EXPECT_TRUE(claim("x").empty());
}

TEST_P(StepCases, TheLastFailureParksTheTaskUntilAForcedRelock)
{
    ok(tasks().set_rule({"k", "new", 30 * second, BackoffPolicy::progressive, 2}));
    add_task("t");
    EXPECT_TRUE(step(claim("w")[0], Fail{"once", 1.0}).wait);
    pass(60 * second);
    const auto answer = step(claim("w")[0], Fail{"twice", 1.0});
    EXPECT_EQ(answer.result, StepResult::done);
    EXPECT_FALSE(answer.wait);
    EXPECT_EQ(answer.row->failures, 2);
    pass(std::chrono::hours{24 * 365});
    EXPECT_TRUE(claim("x").empty());
    const auto in_state = [&](const char* filter) {
        return ok(tasks().list({ok(Filter::parse(filter, list_filter_keys(), true)), 10})).rows.size();
    };
    EXPECT_EQ(in_state("state:failed"), 1u);
    EXPECT_EQ(in_state("state:waiting"), 0u);

    const ForcedRelock request{.id = TaskId::trusted("t"), .if_token = task("t").token, .reason = "mended", .who = "op"};
    EXPECT_EQ(ok(tasks().relock_forced(request)).result, StepResult::done);
    EXPECT_EQ(task("t").failures, 0);
    EXPECT_EQ(task("t").last_error, "twice");
    pass(tick());
    EXPECT_EQ(claim("x").size(), 1u);
}

TEST_P(StepCases, AdvanceMovesOnUnlocksAndForgetsFailures)
{
    add_task("t");
    step(claim("w")[0], Fail{"oops", 1.0});
    pass(second);
    const auto taken = claim("w");
    ASSERT_EQ(taken.size(), 1u);
    EXPECT_EQ(taken[0].failures, 1);
    EXPECT_EQ(taken[0].last_error, "oops");
    pass(second);
    const auto answer = step(taken[0], Advance{phase("new"), phase("done"), DesiredState::deleted});
    EXPECT_EQ(answer.result, StepResult::done);
    ASSERT_TRUE(answer.row);
    EXPECT_EQ(answer.row->phase, "done");
    EXPECT_EQ(answer.row->desired_state, DesiredState::deleted);
    EXPECT_EQ(answer.row->updated_at, now());
    EXPECT_EQ(answer.row->locked_at, never_locked);
    EXPECT_EQ(answer.row->owner, "");
    EXPECT_EQ(answer.row->failures, 0);
    EXPECT_EQ(answer.row->last_error, "");
    EXPECT_TRUE(claim("x").empty()) << "it left the phase";
}

TEST_P(StepCases, AdvanceWithoutDesiredStateKeepsIt)
{
    const NewTask fresh{TaskId::trusted("t"), TaskKind::trusted("k"), phase("new"), DesiredState::stopped};
    ok(tasks().add({&fresh, 1}));
    EXPECT_EQ(step(claim("w")[0], to("done")).row->desired_state, DesiredState::stopped);
}

TEST_P(StepCases, AdvanceFromAnotherPhaseIsStale)
{
    add_task("t");
    const auto taken = claim("w")[0];
    const auto before = task("t");
    const auto answer = step(taken, Advance{phase("elsewhere"), phase("done"), {}});
    EXPECT_EQ(answer.result, StepResult::stale);
    EXPECT_EQ(task("t"), before);
    EXPECT_EQ(answer.row, before);
}

TEST_P(StepCases, AdvanceFollowsTheRuleOfTheNewPhase)
{
    ok(tasks().set_rule({"k", "done", 5 * second, BackoffPolicy::progressive, 3}));
    add_task("t");
    const auto answer = step(claim("w")[0], to("done"));
    EXPECT_EQ(answer.row->lock_timeout, 5 * second);
    EXPECT_EQ(answer.row->max_failures, 3);
}

TEST_P(StepCases, ExtendStartsTheTimeoutAgain)
{
    add_task("t");
    const auto taken = claim("w")[0];
    pass(20 * second);
    const auto answer = step(taken, Extend{});
    EXPECT_EQ(answer.result, StepResult::done);
    EXPECT_EQ(answer.row->locked_at, now());
    EXPECT_EQ(answer.row->owner, "w");
    pass(30 * second);
    EXPECT_TRUE(claim("x").empty());
}

TEST_P(StepCases, FailCountsKeepsTheErrorAndRelocksByTheRule)
{
    add_task("t");
    const auto updated = now();
    pass(10 * second);
    const auto answer = step(claim("w")[0], Fail{"it's \"bad\"\n", 1.0});
    EXPECT_EQ(answer.result, StepResult::done);
    EXPECT_EQ(answer.wait, second) << "a tenth of ten seconds";
    EXPECT_EQ(answer.row->failures, 1);
    EXPECT_EQ(answer.row->last_error, "it's \"bad\"\n");
    EXPECT_EQ(answer.row->owner, "");
    EXPECT_EQ(answer.row->updated_at, updated);
    EXPECT_EQ(answer.row->locked_at, now() - 29 * second);
}

TEST_P(StepCases, ProgressiveBackoffOfTheTable)
{
    using std::chrono::milliseconds;
    const std::vector<std::pair<Duration, Duration>> table{
        {Duration{0}, Duration{0}},
        {Duration{999}, Duration{0}},
        {milliseconds{1}, milliseconds{1}},
        {second, milliseconds{100}},
        {milliseconds{1001}, milliseconds{101}},
        {milliseconds{1001} + Duration{999}, milliseconds{101}},
        {10 * second, second},
        {30 * second, 3 * second},
        {60 * second, 6 * second},
        {120 * second, 12 * second},
        {120 * second + Duration{999}, 12 * second},
        {milliseconds{120'001}, 30 * second},
        {180 * second, 30 * second},
    };
    int i = 0;
    for (const auto& [waited, wait] : table) {
        const auto id = "t" + std::to_string(++i);
        add_task(id);
        pass(waited);
        auto request = claim_request("w");
        const auto taken = ok(tasks().claim(request));
        ASSERT_EQ(taken.size(), 1u);
        ASSERT_EQ(taken[0].id, id);
        const auto answer = step(taken[0], RelockByBackoff{BackoffPolicy::progressive});
        EXPECT_EQ(answer.wait, wait) << waited.count();
        EXPECT_EQ(answer.row->locked_at, now() - 30 * second + wait) << waited.count();
        // Cleans up for the next line.
        pass(wait + tick());
        step(claim("w")[0], to("done"));
    }
}

TEST_P(StepCases, ExponentialBackoffHasFloorCapAndJitter)
{
    using std::chrono::milliseconds;
    ok(tasks().set_rule({"k", "new", 30 * second, BackoffPolicy::exponential, 8}));
    add_task("t");
    EXPECT_EQ(step(claim("w")[0], RelockByBackoff{{}, 1.0}).wait, milliseconds{100}) << "the floor";
    pass(milliseconds{100} + Duration{1});
    const auto waited = task("t").updated_at;
    EXPECT_EQ(step(claim("w")[0], RelockByBackoff{{}, 0.5}).wait, (now() - waited) / 2) << "the time waited, with jitter";
    pass(10 * second);
    EXPECT_EQ(step(claim("w")[0], RelockByBackoff{{}, 0.0}).wait, Duration{0});
    pass(std::chrono::hours{1});
    EXPECT_EQ(step(claim("w")[0], Fail{"e", 1.0}).wait, 30 * second) << "the cap";
}

TEST_P(StepCases, OtherOwnerIsNotOwnerAndChangesNothing)
{
    add_task("t");
    auto taken = claim("w")[0];
    pass(second);
    const auto before = task("t");
    for (const auto token : {taken.token, FencingToken(99)}) {
        for (const auto& what : every_step()) {
            auto thief = taken;
            thief.owner = "thief";
            thief.token = token;
            const auto answer = step(thief, what);
            EXPECT_EQ(answer.result, StepResult::not_owner) << what.index();
            EXPECT_EQ(answer.row, before);
            EXPECT_EQ(task("t"), before) << what.index();
        }
    }
}

TEST_P(StepCases, OlderTokenIsStaleAndChangesNothing)
{
    add_task("t");
    const auto old = claim("w")[0];
    pass(31 * second);
    ASSERT_EQ(claim("w").size(), 1u);
    const auto before = task("t");
    for (const auto& what : every_step()) {
        EXPECT_EQ(step(old, what).result, StepResult::stale) << what.index();
        EXPECT_EQ(task("t"), before) << what.index();
    }
}

TEST_P(StepCases, LateWorkerIsRefusedAfterATakeover)
{
    add_task("t");
    const auto late = claim("dead")[0];
    pass(31 * second);
    ASSERT_EQ(claim("w").size(), 1u);
    const auto before = task("t");
    for (const auto& what : every_step()) {
        EXPECT_EQ(step(late, what).result, StepResult::not_owner) << what.index();
        EXPECT_EQ(task("t"), before) << what.index();
    }
}

TEST_P(StepCases, LateWorkerWhomNobodyReplacedMayFinish)
{
    add_task("t");
    const auto late = claim("w")[0];
    pass(std::chrono::hours{1});
    EXPECT_EQ(step(late, to("done")).result, StepResult::done);
}

TEST_P(StepCases, TaskGivenBackHasNoOwner)
{
    add_task("t");
    const auto taken = claim("w")[0];
    step(taken, Unlock{});
    const auto before = task("t");
    for (const auto& what : every_step())
        EXPECT_EQ(step(taken, what).result, StepResult::not_owner) << what.index();
    EXPECT_EQ(task("t"), before);
}

TEST_P(StepCases, MissingTaskIsMissing)
{
    TaskRow none;
    none.id = "none";
    none.owner = "w";
    const auto answer = step(none, Unlock{});
    EXPECT_EQ(answer.result, StepResult::missing);
    EXPECT_FALSE(answer.row);
}

TEST_P(StepCases, ManyStepsAreAnsweredOneByOneInTheirOrder)
{
    for (const auto* id : {"a", "b", "c", "d", "e", "f"})
        add_task(id);
    const auto taken = claim("w", 6);
    ASSERT_EQ(taken.size(), 6u);
    const auto one = [&](std::size_t i, decltype(TaskStep::what) what) {
        return TaskStep{TaskId::trusted(taken[i].id), owner("w"), taken[i].token, std::move(what)};
    };
    std::vector<TaskStep> steps{one(0, to("done")), one(1, Unlock{}),          one(2, Relock{second}),
                                one(3, Extend{}),   one(4, Fail{"oops", 1.0}), one(5, to("later"))};
    steps.insert(steps.begin() + 1, TaskStep{TaskId::trusted("none"), owner("w"), FencingToken(1), Unlock{}});
    steps.insert(steps.begin() + 3, TaskStep{TaskId::trusted("c"), owner("thief"), FencingToken(1), Unlock{}});
    steps.push_back(TaskStep{TaskId::trusted("d"), owner("w"), FencingToken(7), Unlock{}});
    const auto answers = ok(tasks().apply(steps));
    ASSERT_EQ(answers.size(), steps.size());
    std::vector<StepResult> results;
    for (const auto& a : answers)
        results.push_back(a.result);
    using enum StepResult;
    EXPECT_EQ(results, (std::vector<StepResult>{done, missing, done, not_owner, done, done, done, done, stale}));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (answers[i].result != missing) {
            ASSERT_TRUE(answers[i].row) << i;
            EXPECT_EQ(answers[i].row->id, steps[i].id.str());
        }
    }
    EXPECT_EQ(task("a").phase, "done");
    EXPECT_EQ(task("b").locked_at, never_locked);
    EXPECT_EQ(task("c").locked_at, now() - 29 * second);
    EXPECT_EQ(task("d").owner, "w");
    EXPECT_EQ(task("e").failures, 1);
    EXPECT_EQ(task("f").phase, "later");
}

TEST_P(StepCases, HundredAdvancesAtOnce)
{
    for (int i = 0; i < 100; ++i)
        add_task("t" + std::to_string(1000 + i));
    std::vector<TaskStep> steps;
    for (const auto& t : claim("w", 100))
        steps.push_back({TaskId::trusted(t.id), owner("w"), t.token, to("done")});
    ASSERT_EQ(steps.size(), 100u);
    for (const auto& a : ok(tasks().apply(steps)))
        EXPECT_EQ(a.result, StepResult::done);
    EXPECT_EQ(ok(tasks().list({ok(Filter::parse("phase:done", list_filter_keys(), true)), 1000})).rows.size(), 100u);
    EXPECT_TRUE(ok(tasks().apply({})).empty());
}

TEST_P(StepCases, NothingInAFinalPhaseIsDueUntilItIsRelocked)
{
    add_task("t");
    const auto taken = claim("w", 1).at(0);
    TaskRule rule{taken.kind, "End"};
    rule.lock_timeout = no_end;
    EXPECT_TRUE(ok(tasks().set_rule(rule)).is_final());
    ASSERT_EQ(step(taken, to("End")).result, StepResult::done);
    const auto listed = [&](const char* state) {
        std::vector<std::string> ids;
        const Filter filter({{"phase", FilterTerm::Op::equals, "End", false}, {"state", FilterTerm::Op::equals, state, false}});
        for (const TaskRow& row : ok(tasks().list({filter, 10})).rows)
            ids.push_back(row.id);
        return ids;
    };
    const auto claim_there = [&](const std::string& who) {
        return ok(tasks().claim({TaskKind::trusted("k"), phase("End"), 1, OwnerId::trusted(who), fresh_claim()}));
    };
    pass(1000 * second);
    EXPECT_EQ(std::string(state_word(task(taken.id), now())), "done");
    EXPECT_EQ(listed("done"), std::vector<std::string>{taken.id});
    EXPECT_TRUE(listed("waiting").empty());
    EXPECT_TRUE(listed("due").empty());
    EXPECT_TRUE(claim_there("x").empty());

    const auto done = task(taken.id);
    ASSERT_EQ(ok(tasks().relock_forced({TaskId::trusted(taken.id), "", done.token, Duration{0}, "again", "op"})).result,
              StepResult::done);
    pass(tick());
    EXPECT_EQ(std::string(state_word(task(taken.id), now())), "due");
    EXPECT_EQ(claim_there("x").size(), 1u);
}

} // namespace lockdesk::contract
