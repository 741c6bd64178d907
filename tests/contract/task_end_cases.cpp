// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// How tasks end: removed by an operator, or done and collected.
#include "backends/engine/contracts/task_state.h"
#include "tests/contract/contract.h"

#include <algorithm>

namespace lockdesk::contract {

namespace {

class TaskEnds : public StepCases
{
protected:
    TaskRemoval removal(const std::string& id, const std::string& if_owner, FencingToken if_token)
    {
        return {TaskId::trusted(id), if_owner, if_token, "it's wrong", "op@desk"};
    }
    void make_final(const std::string& phase)
    {
        TaskRule rule{"k", phase};
        rule.lock_timeout = no_end;
        ok(tasks().set_rule(rule));
    }
    /// A task that a worker brings to the phase.
    void end(const std::string& id, const std::string& phase = "End")
    {
        add_task(id);
        const auto taken = claim("w", 100);
        const auto it = std::find_if(taken.begin(), taken.end(), [&](const TaskRow& row) { return row.id == id; });
        ASSERT_NE(it, taken.end());
        ASSERT_EQ(step(*it, Advance{{}, Phase::trusted(phase), {}}).result, StepResult::done);
    }
    std::vector<TaskRow> claim_ended(ClaimStrategy strategy, std::int64_t limit)
    {
        ClaimRequest request{TaskKind::trusted("k"), Phase::trusted("End"), limit, owner("x"), fresh_claim(), strategy};
        request.lock_timeout = second;
        return ok(tasks().claim(request));
    }
    std::vector<std::string> ids()
    {
        std::vector<std::string> out;
        for (const TaskRow& row : ok(tasks().list({})).rows)
            out.push_back(row.id);
        return out;
    }
    using Ids = std::vector<std::string>;
};

TEST_P(TaskEnds, ARemovedTaskIsGoneAndAudited)
{
    add_task("t");
    add_task("other");
    const auto answer = ok(tasks().remove(removal("t", "", FencingToken(0))));
    EXPECT_EQ(answer.result, StepResult::done);
    ASSERT_TRUE(answer.row) << "as it was";
    EXPECT_EQ(answer.row->id, "t");
    EXPECT_FALSE(ok(tasks().find(TaskId::trusted("t"))));
    EXPECT_EQ(ids(), Ids{"other"});
    ASSERT_EQ(ok(tasks().counts(10)).size(), 1u);
    EXPECT_EQ(ok(tasks().counts(10))[0].due, 1);
    const auto audit = ok(s().audit().list({})).rows;
    ASSERT_FALSE(audit.empty());
    EXPECT_EQ(audit[0].who, "op@desk");
    EXPECT_EQ(audit[0].action, "remove");
    EXPECT_EQ(audit[0].entity, "task");
    EXPECT_EQ(audit[0].key, "t");
    EXPECT_EQ(audit[0].reason, "it's wrong");
    EXPECT_EQ(audit[0].result, "done");
    EXPECT_NE(audit[0].command.find("remove"), std::string::npos) << audit[0].command;
}

TEST_P(TaskEnds, DoneTasksAreCountedAsDone)
{
    add_task("t");
    add_task("other");
    ok(tasks().set_rule({"k", "new", no_end, BackoffPolicy::progressive, 8}));
    const auto counts = ok(tasks().counts(10));
    ASSERT_EQ(counts.size(), 1u);
    EXPECT_EQ(counts[0].done, 2);
    EXPECT_EQ(counts[0].waiting + counts[0].due + counts[0].held + counts[0].expired, 0);
    ok(tasks().set_rule({"k", "new", 30 * second, BackoffPolicy::progressive, 8}));
    EXPECT_EQ(ok(tasks().counts(10))[0].due, 2);
    EXPECT_EQ(ok(tasks().counts(10))[0].done, 0);
}

TEST_P(TaskEnds, RemovalOfSomethingElseThanShownIsChanged)
{
    add_task("t");
    const auto taken = claim("a")[0];
    const auto before = task("t");
    for (const auto& wrong :
         {removal("t", "b", taken.token), removal("t", "a", FencingToken(9)), removal("t", "", taken.token)}) {
        const auto answer = ok(tasks().remove(wrong));
        EXPECT_EQ(answer.result, StepResult::changed);
        EXPECT_EQ(answer.row, before);
    }
    EXPECT_EQ(task("t"), before);
    const auto missing = ok(tasks().remove(removal("none", "a", taken.token)));
    EXPECT_EQ(missing.result, StepResult::missing);
    EXPECT_FALSE(missing.row);
    EXPECT_EQ(step(taken, Advance{{}, Phase::trusted("next"), {}}).result, StepResult::done) << "its holder goes on";
}

TEST_P(TaskEnds, ATaskThatComesBackHasLargerTokens)
{
    add_task("t");
    const auto taken = claim("w")[0];
    ASSERT_EQ(ok(tasks().remove(removal("t", "w", taken.token))).result, StepResult::done);
    EXPECT_EQ(step(taken, Extend{}).result, StepResult::missing);
    add_task("t");
    const auto again = claim("w");
    ASSERT_EQ(again.size(), 1u) << "nothing of the removed one stands in its way";
    EXPECT_GT(again[0].token, taken.token);
    EXPECT_EQ(again[0].claims, 1);
    EXPECT_EQ(step(taken, Advance{{}, Phase::trusted("next"), {}}).result, StepResult::stale) << "the same owner, too late";
    EXPECT_EQ(step(again[0], Advance{{}, Phase::trusted("next"), {}}).result, StepResult::done);
}

TEST_P(TaskEnds, RemovalHasAPreviewThatChangesNothing)
{
    add_task("t");
    const auto before = task("t");
    const auto request = removal("t", "", FencingToken(0));
    const auto commands = ok(tasks().preview_remove(request));
    EXPECT_FALSE(commands.empty());
    pass(second);
    EXPECT_EQ(ok(tasks().preview_remove(request)), commands);
    EXPECT_EQ(task("t"), before);
}

TEST_P(TaskEnds, AClaimOfARemovedTaskIsForgotten)
{
    add_task("a");
    add_task("b");
    const auto request = claim_request("w", 2);
    ASSERT_EQ(ok(tasks().claim(request)).size(), 2u);
    ASSERT_EQ(ok(tasks().remove(removal("a", "w", FencingToken(1)))).result, StepResult::done);
    auto again = request;
    again.asking_again = true;
    const auto left = ok(tasks().claim(again));
    ASSERT_EQ(left.size(), 1u);
    EXPECT_EQ(left[0].id, "b");
}

TEST_P(TaskEnds, DoneTasksAreCollectedWhenTheyHaveNotMoved)
{
    make_final("End");
    end("old");
    end("elsewhere", "Other");
    pass(5 * second);
    end("young");
    pass(5 * second);
    EXPECT_EQ(ok(tasks().collect(10 * second, 100)), 0) << "not longer than";
    pass(tick());
    EXPECT_EQ(ok(tasks().collect(10 * second, 100)), 1);
    EXPECT_EQ(ids(), (Ids{"elsewhere", "young"}));
    pass(10 * second);
    EXPECT_EQ(ok(tasks().collect(10 * second, 100)), 1);
    EXPECT_EQ(ok(tasks().collect(10 * second, 100)), 0);
    EXPECT_EQ(ids(), Ids{"elsewhere"});
    EXPECT_TRUE(ok(s().audit().list({})).rows.empty()) << "who collects writes sums";
}

TEST_P(TaskEnds, CollectTakesNoMoreThanItsLimit)
{
    make_final("End");
    for (const char* id : {"a", "b", "c"}) {
        end(id);
        pass(second);
    }
    pass(second);
    EXPECT_EQ(ok(tasks().collect(second, 2)), 2);
    EXPECT_EQ(ids(), Ids{"c"}) << "the oldest first";
    EXPECT_EQ(ok(tasks().collect(second, 2)), 1);
    EXPECT_EQ(ok(tasks().collect(second, 2)), 0);
}

TEST_P(TaskEnds, CollectLeavesWhatIsNotDone)
{
    ok(tasks().set_rule({"k", "new", 30 * second, BackoffPolicy::progressive, 1}));
    add_task("parked");
    ASSERT_EQ(step(claim("w").at(0), Fail{"broken", 1.0}).result, StepResult::done);
    add_task("held");
    const auto held = claim("w").at(0);
    add_task("waits");
    ASSERT_EQ(step(claim("w").at(0), Relock{90 * second}).result, StepResult::done);
    add_task("fresh");
    make_final("new"); // all of them stand there already
    pass(1000 * second);
    EXPECT_EQ(ok(tasks().collect(10 * second, 100)), 2) << "it waits no more, and the fresh one never began";
    EXPECT_EQ(ids(), (Ids{"held", "parked"}));
    EXPECT_TRUE(is_parked(task("parked")));
    EXPECT_EQ(step(held, Unlock{}).result, StepResult::done);
    EXPECT_EQ(ok(tasks().collect(10 * second, 100)), 1);

    // Retried, it is due and no longer done.
    const auto parked = task("parked");
    ASSERT_EQ(ok(tasks().relock_forced({TaskId::trusted("parked"), "", parked.token, Duration{0}, "again", "op"})).result,
              StepResult::done);
    pass(1000 * second);
    EXPECT_EQ(std::string(state_word(task("parked"), now())), "due");
    EXPECT_EQ(ok(tasks().collect(10 * second, 100)), 0);
}

TEST_P(TaskEnds, ACollectedTaskThatComesBackHasLargerTokens)
{
    make_final("End");
    end("t");
    pass(second + tick());
    ASSERT_EQ(ok(tasks().collect(second, 100)), 1);
    add_task("t");
    EXPECT_GT(claim("w").at(0).token, FencingToken(1));
}

TEST_P(TaskEnds, ObserversSeeThatTheyAreGone)
{
    make_final("End");
    end("done");
    add_task("removed");
    add_task("stays");
    auto& changes = s().changes();
    const auto cursor = ok(changes.since({}, Entity::task, 1000)).next;
    pass(second + tick());
    EXPECT_EQ(ok(tasks().remove(removal("stays", "nobody", FencingToken(5)))).result, StepResult::changed);
    ASSERT_EQ(ok(tasks().remove(removal("removed", "", FencingToken(0)))).result, StepResult::done);
    ASSERT_EQ(ok(tasks().collect(second, 100)), 1);
    const auto batch = ok(changes.since(cursor, Entity::task, 1000));
    Ids gone;
    for (const GoneRow& row : batch.gone)
        gone.push_back(row.entity == Entity::task ? row.key : "other");
    std::sort(gone.begin(), gone.end());
    if (batch.snapshot)
        EXPECT_EQ(batch.tasks.size(), 1u) << "a store without changes shows what is left";
    else
        EXPECT_EQ(gone, (Ids{"done", "removed"}));
    add_task("removed");
    const auto back = ok(changes.since(batch.next, Entity::task, 1000));
    EXPECT_TRUE(std::any_of(back.tasks.begin(), back.tasks.end(), [](const TaskRow& row) { return row.id == "removed"; }));
}

TEST_P(TaskEnds, AClaimsOwnLockTimeoutLeavesDoneTasks)
{
    make_final("End");
    end("a");
    end("b");
    pass(1000 * second);
    for (const ClaimStrategy strategy : s().capabilities().strategies)
        for (const std::int64_t limit : {1, 10})
            EXPECT_TRUE(claim_ended(strategy, limit).empty()) << word(strategy) << " " << limit;
    EXPECT_EQ(std::string(state_word(task("a"), now())), "done");

    ASSERT_EQ(ok(tasks().relock_forced({TaskId::trusted("a"), "", task("a").token, Duration{0}, "again", "op"})).result,
              StepResult::done);
    pass(tick());
    const auto taken = claim_ended(ClaimStrategy::atomic, 10);
    ASSERT_EQ(taken.size(), 1u) << "that one is due";
    EXPECT_EQ(taken[0].id, "a");
    ok(tasks().set_rule({"k", "End"}));
    EXPECT_EQ(claim_ended(ClaimStrategy::atomic, 10).size(), 1u) << "the phase is final no longer";
}

INSTANTIATE_TEST_SUITE_P(Contract, TaskEnds, testing::Values(store_under_test()),
                         [](const auto& of) { return of.param.name; });

} // namespace

} // namespace lockdesk::contract
