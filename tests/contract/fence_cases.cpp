// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

namespace lockdesk::contract {

namespace {

const auto resource = Resource::trusted("file");

} // namespace

TEST_P(FenceCases, TokenAtLeastTheLargestIsAdmittedAndRemembered)
{
    EXPECT_FALSE(ok(s().fence().find(resource)));
    for (const auto token : {3, 3, 5}) {
        const auto answer = ok(s().fence().admit(resource, FencingToken(token), "a"));
        EXPECT_TRUE(answer.admitted) << token;
        EXPECT_EQ(answer.largest, FencingToken(token));
        EXPECT_EQ(answer.refusals, 0);
    }
    EXPECT_EQ(ok(s().fence().find(resource))->largest, FencingToken(5));
}

TEST_P(FenceCases, SmallerTokenIsRefusedCountedAndRecorded)
{
    ok(s().fence().admit(resource, FencingToken(5), "new"));
    pass(second);
    const auto first = ok(s().fence().admit(resource, FencingToken(4), "old"));
    EXPECT_FALSE(first.admitted);
    EXPECT_EQ(first.largest, FencingToken(5));
    EXPECT_EQ(first.refusals, 1);
    pass(second);
    EXPECT_EQ(ok(s().fence().admit(resource, FencingToken(1), "")).refusals, 2);
    EXPECT_EQ(ok(s().fence().find(resource))->refusals, 2);
    const auto rows = ok(s().fence().list_refusals({})).rows;
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0], (FenceRow{"file", FencingToken(1), FencingToken(5), "", now()})) << "newest first";
    EXPECT_EQ(rows[1], (FenceRow{"file", FencingToken(4), FencingToken(5), "old", now() - second}));
}

TEST_P(FenceCases, ResourcesAreApart)
{
    ok(s().fence().admit(resource, FencingToken(9), ""));
    EXPECT_TRUE(ok(s().fence().admit(Resource::trusted("File"), FencingToken(1), "")).admitted);
}

TEST_P(FenceCases, LargeTokensAreExact)
{
    const auto big = FencingToken(9'007'199'254'740'000);
    EXPECT_TRUE(ok(s().fence().admit(resource, big, "")).admitted);
    const auto one_less = ok(s().fence().admit(resource, FencingToken(big.number() - 1), ""));
    EXPECT_FALSE(one_less.admitted);
    EXPECT_EQ(one_less.largest, big);
}

TEST_P(FenceCases, ZombieHolderIsRefusedAfterATakeover)
{
    const auto zombie = *acquire("a").token;
    pass(30 * second);
    const auto fresh = *acquire("b").token;
    EXPECT_TRUE(ok(s().fence().admit(resource, fresh, "b")).admitted);
    EXPECT_FALSE(ok(s().fence().admit(resource, zombie, "a")).admitted);
}

TEST_P(FenceCases, FirstGrantIsAboveTheFenceOfThatName)
{
    // After a lock's row is deleted, the fence raised by its holders' tokens remains.
    ok(s().fence().admit(Resource::trusted("job"), FencingToken(7), "former"));
    const auto first = acquire("a");
    EXPECT_EQ(first.token, FencingToken(8)) << "in the same step, and no higher than it must be";
    EXPECT_TRUE(ok(s().fence().admit(Resource::trusted("job"), *first.token, "a")).admitted);
    EXPECT_FALSE(ok(s().fence().admit(Resource::trusted("job"), FencingToken(7), "former")).admitted);
    EXPECT_EQ(row().token, first.token);
    EXPECT_EQ(release("a", *first.token).result, LeaseResult::released);
    EXPECT_EQ(acquire("b").token, FencingToken(9));
    EXPECT_EQ(acquire("a", 30 * second, "jobs").token, FencingToken(1)) << "another name";
}

TEST_P(FenceCases, NoGrantHasATokenThatNoFenceCouldCheck)
{
    const auto try_acquire = [&](const std::string& lock) {
        return locks().acquire({name(lock), owner("a"), 30 * second, fresh_request()});
    };
    const auto expect_used_up = [&](const std::string& lock) {
        const auto answer = try_acquire(lock);
        ASSERT_EQ(failed(answer), FailureKind::unavailable);
        EXPECT_NE(answer.failure().message.find("used up"), std::string::npos) << answer.failure().message;
        const auto found = ok(locks().find(name(lock)));
        EXPECT_TRUE(!found || found->owner.empty());
    };
    // The fence of a name has the largest number: a new row would need a larger one.
    ok(s().fence().admit(Resource::trusted("full"), FencingToken(largest_token), "a"));
    expect_used_up("full");
    // One below: the largest is granted and is of use, then no other follows.
    ok(s().fence().admit(Resource::trusted("job"), FencingToken(largest_token - 1), "a"));
    EXPECT_EQ(acquire("a").token, FencingToken(largest_token));
    EXPECT_EQ(renew("a", FencingToken(largest_token)).result, LeaseResult::renewed);
    EXPECT_TRUE(ok(s().fence().admit(Resource::trusted("job"), FencingToken(largest_token), "a")).admitted);
    EXPECT_EQ(release("a", FencingToken(largest_token)).result, LeaseResult::released);
    expect_used_up("job");
    EXPECT_EQ(row().token, FencingToken(largest_token)) << "nothing was changed";
    EXPECT_EQ(ok(try_acquire("other")).token, FencingToken(1));
}

TEST_P(FenceCases, ATaskWithoutATokenLeftStopsNoOther)
{
    LOCKDESK_NEEDS(s().capabilities().tasks, "tasks");
    ok(s().fence().admit(Resource::trusted("t1"), FencingToken(largest_token), "former"));
    for (const char* id : {"t1", "t2", "t3", "t4"})
        add_task(id);
    std::vector<std::string> claimed;
    for (const std::int64_t limit : {1, 5})
        for (const TaskRow& row : claim("a", limit))
            claimed.push_back(row.id);
    EXPECT_EQ(claimed, (std::vector<std::string>{"t2", "t3", "t4"}));
    EXPECT_TRUE(claim("b", 5).empty());
    EXPECT_EQ(task("t1").token, FencingToken(largest_token));
    EXPECT_EQ(task("t1").owner, "");
}

TEST_P(FenceCases, FirstClaimIsAboveTheFenceOfThatName)
{
    LOCKDESK_NEEDS(s().capabilities().tasks, "tasks");
    ok(s().fence().admit(Resource::trusted("t1"), FencingToken(7), "former"));
    add_task("t1");
    add_task("t2");
    for (const TaskRow& task : claim("a", 2))
        EXPECT_EQ(task.token, FencingToken(task.id == "t1" ? 8 : 1)) << task.id;
    EXPECT_EQ(task("t1").token, FencingToken(8));
}

} // namespace lockdesk::contract
