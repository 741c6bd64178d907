// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/task_lists.h"

#include <algorithm>

namespace lockdesk::contract {

TEST_P(TaskCases, NewTaskIsDueAtOnce)
{
    const NewTask fresh{TaskId::trusted("t"), TaskKind::trusted("k"), Phase::trusted("new"), DesiredState::stopped,
                        R"({"a":1})"};
    const auto added = ok(tasks().add({&fresh, 1}));
    EXPECT_EQ(added.count, 1);
    EXPECT_EQ(added.added, std::vector<bool>{true});
    const auto t = task("t");
    EXPECT_EQ(t.kind, "k");
    EXPECT_EQ(t.phase, "new");
    EXPECT_EQ(t.desired_state, DesiredState::stopped);
    EXPECT_EQ(t.owner, "");
    EXPECT_EQ(t.token, FencingToken(0));
    EXPECT_EQ(t.locked_at, never_locked);
    EXPECT_EQ(t.created_at, now());
    EXPECT_EQ(t.updated_at, now());
    EXPECT_EQ(t.lock_timeout, 30 * second);
    EXPECT_EQ(t.doubt, "");
    EXPECT_NE(t.payload.find('1'), std::string::npos);
    EXPECT_EQ(task_state(t, now()), TaskState::due);
}

TEST_P(TaskCases, DuplicateIdIsToldAndChangesNothing)
{
    add_task("t");
    const auto before = task("t");
    pass(second);
    const std::vector<NewTask> some{{TaskId::trusted("u"), TaskKind::trusted("k"), Phase::trusted("new")},
                                    {TaskId::trusted("t"), TaskKind::trusted("other"), Phase::trusted("x")},
                                    {TaskId::trusted("v"), TaskKind::trusted("k"), Phase::trusted("new")}};
    const auto added = ok(tasks().add(some));
    EXPECT_EQ(added.added, (std::vector<bool>{true, false, true}));
    EXPECT_EQ(added.count, 2);
    EXPECT_EQ(task("t"), before);
}

TEST_P(TaskCases, SameIdTwiceInOneCallIsAddedOnce)
{
    const std::vector<NewTask> twice{{TaskId::trusted("t"), TaskKind::trusted("k"), Phase::trusted("first")},
                                     {TaskId::trusted("t"), TaskKind::trusted("k"), Phase::trusted("second")}};
    const auto added = ok(tasks().add(twice));
    EXPECT_EQ(added.count, 1);
    EXPECT_EQ(added.added, (std::vector<bool>{true, false}));
    EXPECT_EQ(task("t").phase, "first");
}

TEST_P(TaskCases, ClaimLocksTheTask)
{
    add_task("t");
    const auto added_at = now();
    pass(second);
    const auto request = claim_request("w");
    const auto taken = ok(tasks().claim(request));
    ASSERT_EQ(taken.size(), 1u);
    const auto& t = taken[0];
    EXPECT_EQ(t.owner, "w");
    EXPECT_EQ(t.claim_id, request.claim.str());
    EXPECT_EQ(t.token, FencingToken(1));
    EXPECT_EQ(t.locked_at, now());
    EXPECT_EQ(t.updated_at, added_at) << "a claim never touches it";
    EXPECT_EQ(t.claims, 1);
    EXPECT_EQ(t.takeovers, 0);
    EXPECT_EQ(task_state(t, now()), TaskState::held);
    const auto stored = task("t");
    EXPECT_EQ(stored.owner, "w");
    EXPECT_EQ(stored.token, FencingToken(1));
    EXPECT_EQ(stored.locked_at, now());
}

TEST_P(TaskCases, NothingDueIsAnEmptyAnswer)
{
    EXPECT_TRUE(claim("w").empty());
    add_task("other phase", "x");
    add_task("other kind", "new", "k2");
    EXPECT_TRUE(claim("w").empty());
}

TEST_P(TaskCases, OrderIsLockedAtThenUpdatedAtThenId)
{
    add_task("c");
    add_task("a");
    pass(second);
    add_task("b");
    add_task("B");
    EXPECT_EQ(ids(claim("w", 10)), (Ids{"a", "c", "B", "b"}));
}

TEST_P(TaskCases, UnlockedTasksComeBeforeReturnedOnesInPlainOrder)
{
    add_task("returned");
    step(claim("w")[0], Relock{Duration{0}});
    pass(second);
    add_task("fresh");
    auto request = claim_request("w", 2);
    request.strategy = ClaimStrategy::plain;
    EXPECT_EQ(ids(ok(tasks().claim(request))), (Ids{"fresh", "returned"}));
}

TEST_P(TaskCases, LimitIsNeverExceeded)
{
    ok(tasks().add(many(20)));
    for (const std::int64_t limit : {1, 3, 7})
        EXPECT_EQ(claim("w", limit).size(), static_cast<std::size_t>(limit));
    EXPECT_EQ(claim("w", 100).size(), 9u);
    EXPECT_TRUE(claim("w", 100).empty());
}

TEST_P(TaskCases, HeldTaskIsNotTaken)
{
    add_task("t");
    claim("a");
    pass(second);
    EXPECT_TRUE(claim("b").empty());
    EXPECT_EQ(task("t").owner, "a");
}

TEST_P(TaskCases, DueIsStrictlyLaterThanTheLockTimeout)
{
    add_task("t");
    claim("a");
    pass(30 * second);
    EXPECT_TRUE(claim("b").empty());
    EXPECT_EQ(task_state(task("t"), now()), TaskState::held);
    pass(tick());
    EXPECT_EQ(task_state(task("t"), now()), TaskState::expired);
    EXPECT_EQ(claim("b").size(), 1u);
}

TEST_P(TaskCases, TakeoverIsCountedAndHasANewToken)
{
    add_task("t");
    claim("a");
    pass(31 * second);
    const auto taken = claim("b");
    ASSERT_EQ(taken.size(), 1u);
    EXPECT_EQ(taken[0].owner, "b");
    EXPECT_EQ(taken[0].token, FencingToken(2));
    EXPECT_EQ(taken[0].claims, 2);
    EXPECT_EQ(taken[0].takeovers, 1);
}

TEST_P(TaskCases, ReturnedTaskIsNoTakeover)
{
    add_task("t");
    step(claim("a")[0], Unlock{});
    const auto taken = claim("b");
    ASSERT_EQ(taken.size(), 1u);
    EXPECT_EQ(taken[0].takeovers, 0);
    EXPECT_EQ(taken[0].claims, 2);
}

TEST_P(TaskCases, ClaimIdAskedAgainGivesTheSameTasksAndTakesNoMore)
{
    ok(tasks().add(many(5)));
    auto request = claim_request("w", 2);
    const auto first = ids(ok(tasks().claim(request)));
    request.asking_again = true;
    EXPECT_EQ(ids(ok(tasks().claim(request))), first);
    EXPECT_EQ(claim("w", 10).size(), 3u) << "no more were taken";
}

TEST_P(TaskCases, ClaimIdAskedAgainForTheFirstTimeClaims)
{
    ok(tasks().add(many(5)));
    auto request = claim_request("w", 2);
    request.asking_again = true;
    EXPECT_EQ(ok(tasks().claim(request)).size(), 2u);
}

TEST_P(TaskCases, ClaimIdOfAnotherOwnerGivesNothing)
{
    ok(tasks().add(many(5)));
    auto request = claim_request("w", 2);
    ok(tasks().claim(request));
    request.asking_again = true;
    request.owner = owner("thief");
    EXPECT_TRUE(ok(tasks().claim(request)).empty());
}

TEST_P(TaskCases, ClaimIdStaysAfterTheTaskIsGivenBack)
{
    ok(tasks().add(many(2)));
    auto request = claim_request("w");
    const auto taken = ok(tasks().claim(request));
    ASSERT_EQ(taken.size(), 1u);
    step(taken[0], Unlock{});
    EXPECT_EQ(task(taken[0].id).claim_id, request.claim.str());
    request.asking_again = true;
    EXPECT_TRUE(ok(tasks().claim(request)).empty()) << "it was answered once; nothing is taken by it any more";
}

TEST_P(TaskCases, RuleDecidesTheLockTimeout)
{
    const TaskRule rule{"k", "new", 5 * second, BackoffPolicy::exponential, 2};
    EXPECT_EQ(ok(tasks().set_rule(rule)), rule);
    EXPECT_EQ(ok(tasks().rules()), std::vector<TaskRule>{rule});
    add_task("t");
    EXPECT_EQ(claim("a")[0].lock_timeout, 5 * second);
    EXPECT_EQ(task("t").max_failures, 2);
    pass(5 * second);
    EXPECT_TRUE(claim("b").empty());
    pass(tick());
    EXPECT_EQ(claim("b").size(), 1u);
    const TaskRule changed{"k", "new", 60 * second, BackoffPolicy::progressive, 9};
    ok(tasks().set_rule(changed));
    EXPECT_EQ(ok(tasks().rules()), std::vector<TaskRule>{changed});
}

TEST_P(TaskCases, LockTimeoutOfAClaimDecidesOnlyWhatIsDue)
{
    add_task("t");
    claim("a");
    pass(2 * second);
    auto request = claim_request("b");
    request.lock_timeout = second;
    ASSERT_EQ(ok(tasks().claim(request)).size(), 1u);
    EXPECT_EQ(task("t").lock_timeout, 30 * second);
    EXPECT_TRUE(ok(tasks().rules()).empty());
    pass(2 * second);
    EXPECT_TRUE(claim("c").empty());
}

TEST_P(TaskCases, ListTakesFilterAndLimit)
{
    ok(tasks().add(many(5)));
    add_task("x", "other");
    claim("w", 2);
    const auto list = [&](const std::string& filter, std::size_t limit = 1000) {
        return ok(tasks().list({ok(Filter::parse(filter, list_filter_keys(), true)), limit}));
    };
    EXPECT_EQ(list("").rows.size(), 6u);
    EXPECT_EQ(list("phase:new").rows.size(), 5u);
    EXPECT_EQ(list("kind:k phase:new state:held").rows.size(), 2u);
    EXPECT_EQ(list("state:due").rows.size(), 4u);
    EXPECT_EQ(list("owner:w").rows.size(), 2u);
    EXPECT_EQ(ids(list("id:x").rows), Ids{"x"});
    EXPECT_EQ(list("-phase:new").rows.size(), 1u);
    EXPECT_EQ(list("phase~NE").rows.size(), 5u);
    EXPECT_EQ(ids(list("OTHER").rows), Ids{"x"});
    EXPECT_EQ(list("-other").rows.size(), 5u);
    EXPECT_TRUE(list("phase~n.w").rows.empty());
    EXPECT_FALSE(list("", 6).truncated);
    EXPECT_TRUE(list("", 5).truncated);
    EXPECT_EQ(list("", 5).rows.size(), 5u);
}

TEST_P(TaskCases, CountsPerPhase)
{
    ok(tasks().set_rule({"k", "new", 30 * second, BackoffPolicy::progressive, 1}));
    ok(tasks().add(many(6)));
    add_task("x", "other");
    claim("dead");
    pass(31 * second);
    const auto held = claim_request("w", 2);
    auto plain = held;
    plain.strategy = ClaimStrategy::plain;
    const auto taken = ok(tasks().claim(plain));
    ASSERT_EQ(taken.size(), 2u);
    step(taken[0], Fail{"oops", 1.0});
    auto counts = ok(tasks().counts(1000));
    std::sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.phase < b.phase; });
    ASSERT_EQ(counts.size(), 2u);
    EXPECT_EQ(counts[0].kind, "k");
    EXPECT_EQ(counts[0].phase, "new");
    EXPECT_EQ(counts[0].held, 1);
    EXPECT_EQ(counts[0].waiting, 1) << "failed a moment ago";
    EXPECT_EQ(counts[0].due, 3);
    EXPECT_EQ(counts[0].expired, 1);
    EXPECT_EQ(counts[0].failed, 1);
    EXPECT_FALSE(counts[0].capped);
    EXPECT_EQ(counts[1].due, 1);
}

} // namespace lockdesk::contract
