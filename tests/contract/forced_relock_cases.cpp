// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/task_lists.h"

namespace lockdesk::contract {

TEST_P(StepCases, ForcedRelockTakesTheTaskFromItsHolder)
{
    add_task("t");
    const auto taken = claim("stuck")[0];
    pass(second);
    const auto answer =
        ok(tasks().relock_forced({TaskId::trusted("t"), "stuck", taken.token, 5 * second, "it's stuck", "op@desk"}));
    EXPECT_EQ(answer.result, StepResult::done);
    EXPECT_EQ(answer.wait, 5 * second);
    ASSERT_TRUE(answer.row);
    EXPECT_EQ(answer.row->owner, "");
    EXPECT_EQ(answer.row->token, FencingToken(2));
    EXPECT_EQ(answer.row->locked_at, now() - 25 * second);
    const auto before = task("t");
    for (const auto& what : every_step())
        EXPECT_NE(step(taken, what).result, StepResult::done) << "a late worker, step " << what.index();
    EXPECT_EQ(task("t"), before);
    const auto audit = ok(s().audit().list({})).rows;
    ASSERT_FALSE(audit.empty());
    EXPECT_EQ(audit[0].who, "op@desk");
    EXPECT_EQ(audit[0].entity, "task");
    EXPECT_EQ(audit[0].key, "t");
    EXPECT_EQ(audit[0].reason, "it's stuck");
    EXPECT_EQ(audit[0].result, "done");
}

TEST_P(StepCases, ForcedRelockOfSomethingElseThanShownIsChanged)
{
    add_task("t");
    const auto taken = claim("a")[0];
    const auto before = task("t");
    const auto id = TaskId::trusted("t");
    for (const auto& wrong :
         {ForcedRelock{id, "b", taken.token, second, "r", "op"}, ForcedRelock{id, "a", FencingToken(9), second, "r", "op"},
          ForcedRelock{id, "", taken.token, second, "r", "op"}}) {
        const auto answer = ok(tasks().relock_forced(wrong));
        EXPECT_EQ(answer.result, StepResult::changed);
        EXPECT_EQ(answer.row, before);
    }
    EXPECT_EQ(task("t"), before);
    EXPECT_EQ(ok(tasks().relock_forced({TaskId::trusted("none"), "a", taken.token, second, "r", "op"})).result,
              StepResult::missing);
}

TEST_P(StepCases, ForcedRelockOfATaskThatNobodyHolds)
{
    add_task("t");
    const auto answer = ok(tasks().relock_forced({TaskId::trusted("t"), "", FencingToken(0), 60 * second, "later", "op"}));
    EXPECT_EQ(answer.result, StepResult::done);
    EXPECT_EQ(answer.row->token, FencingToken(1));
    EXPECT_TRUE(claim("w").empty());
    pass(60 * second + tick());
    EXPECT_EQ(claim("w").size(), 1u);
}

TEST_P(StepCases, ForcedRelockHasAPreviewThatChangesNothing)
{
    add_task("t");
    const auto before = task("t");
    const ForcedRelock request{TaskId::trusted("t"), "", FencingToken(0), second, "why", "op"};
    const auto commands = ok(tasks().preview_relock_forced(request));
    EXPECT_FALSE(commands.empty());
    pass(second);
    EXPECT_EQ(ok(tasks().preview_relock_forced(request)), commands);
    EXPECT_EQ(task("t"), before);
}

} // namespace lockdesk::contract
