// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

namespace lockdesk::contract {

TEST_P(LockCases, NoRowIsAcquiredWithANewTokenAndOneHold)
{
    const auto a = acquire("a");
    EXPECT_EQ(a.result, AcquireResult::acquired);
    EXPECT_EQ(a.token, FencingToken(1));
    EXPECT_EQ(a.holds, 1);
    EXPECT_FALSE(a.extended);
    EXPECT_EQ(a.acquired_at, now());
    EXPECT_EQ(a.expires_at, now() + 30 * second);
    ASSERT_TRUE(a.holder);
    EXPECT_EQ(*a.holder, (Holder{"a", FencingToken(1), now() + 30 * second}));
    const auto r = row();
    EXPECT_EQ(r.owner, "a");
    EXPECT_EQ(r.token, FencingToken(1));
    EXPECT_EQ(r.holds, 1);
    EXPECT_EQ(r.expires_at, now() + 30 * second);
    EXPECT_EQ(r.acquired_at, now());
    EXPECT_EQ(r.lease, 30 * second);
    EXPECT_EQ(r.doubt, "");
    EXPECT_FALSE(r.raw.empty());
    EXPECT_EQ(lock_state(r, now()), LockState::held);
}

TEST_P(LockCases, AnswersCarryTheStoresTime)
{
    const auto answer = locks().acquire({name(), owner("a"), second, fresh_request()});
    ASSERT_TRUE(answer.store_time());
    EXPECT_EQ(*answer.store_time(), now());
}

TEST_P(LockCases, ReleasedRowIsAcquiredAtOnceWithTheNextToken)
{
    release("a", *acquire("a").token);
    const auto b = acquire("b");
    EXPECT_EQ(b.result, AcquireResult::acquired);
    EXPECT_EQ(b.token, FencingToken(2));
    EXPECT_EQ(b.holds, 1);
}

TEST_P(LockCases, SameOwnerReentersWithTheSameTokenAndOneMoreHold)
{
    const auto first = acquire("a");
    pass(10 * second);
    const auto again = acquire("a");
    EXPECT_EQ(again.result, AcquireResult::acquired);
    EXPECT_EQ(again.token, first.token);
    EXPECT_EQ(again.holds, 2);
    EXPECT_TRUE(again.extended);
    EXPECT_EQ(again.acquired_at, first.acquired_at);
    EXPECT_EQ(again.expires_at, now() + 30 * second);
    EXPECT_EQ(row().holds, 2);
    EXPECT_EQ(row().expires_at, now() + 30 * second);
}

TEST_P(LockCases, ReentryNeverShortensTheLease)
{
    const auto first = acquire("a", 60 * second);
    const auto again = acquire("a", second);
    EXPECT_EQ(again.expires_at, first.expires_at);
    EXPECT_FALSE(again.extended);
    EXPECT_EQ(again.holds, 2);
    EXPECT_EQ(row().expires_at, first.expires_at);
}

TEST_P(LockCases, OtherOwnerIsBusyWhileTheLeaseLastsAndChangesNothing)
{
    const auto a = acquire("a");
    pass(30 * second - tick());
    const auto before = row();
    const auto b = acquire("b");
    EXPECT_EQ(b.result, AcquireResult::busy);
    EXPECT_FALSE(b.token);
    EXPECT_EQ(b.holds, 0);
    EXPECT_FALSE(b.extended);
    EXPECT_EQ(b.expires_at, a.expires_at);
    ASSERT_TRUE(b.holder);
    EXPECT_EQ(*b.holder, *a.holder);
    EXPECT_EQ(row(), before);
}

TEST_P(LockCases, ExpiredLeaseGoesToAnotherOwnerExactlyAtItsEnd)
{
    acquire("a");
    pass(30 * second);
    EXPECT_EQ(lock_state(row(), now()), LockState::expired);
    const auto b = acquire("b");
    EXPECT_EQ(b.result, AcquireResult::acquired);
    EXPECT_EQ(b.token, FencingToken(2));
    EXPECT_EQ(b.holds, 1);
    EXPECT_EQ(b.acquired_at, now());
}

TEST_P(LockCases, ExpiredLeaseIsANewGrantForItsOwnerToo)
{
    acquire("a");
    acquire("a");
    pass(30 * second);
    const auto again = acquire("a");
    EXPECT_EQ(again.token, FencingToken(2));
    EXPECT_EQ(again.holds, 1);
    EXPECT_FALSE(again.extended);
    EXPECT_EQ(again.acquired_at, now());
}

TEST_P(LockCases, CoolingIsForNobodyNotEvenTheLastOwner)
{
    const auto a = acquire("a");
    const auto end = now() + 10 * second;
    EXPECT_EQ(release("a", *a.token, 10 * second).result, LeaseResult::cooling);
    for (const auto* who : {"a", "b"}) {
        const auto before = row();
        const auto c = acquire(who);
        EXPECT_EQ(c.result, AcquireResult::cooling) << who;
        EXPECT_EQ(c.expires_at, end);
        EXPECT_FALSE(c.token);
        EXPECT_FALSE(c.holder);
        EXPECT_EQ(c.holds, 0);
        EXPECT_EQ(row(), before);
    }
    pass(10 * second - tick());
    EXPECT_EQ(acquire("a").result, AcquireResult::cooling);
    pass(tick());
    EXPECT_EQ(acquire("a").token, FencingToken(2));
}

TEST_P(LockCases, SameRequestIsAnsweredAgainAndRaisesNothing)
{
    const auto first = acquire_as("r1", "a");
    pass(second);
    const auto before = row();
    const auto again = acquire_as("r1", "a");
    EXPECT_EQ(again.result, AcquireResult::acquired);
    EXPECT_EQ(again.token, first.token);
    EXPECT_EQ(again.holds, 1);
    EXPECT_FALSE(again.extended);
    EXPECT_EQ(again.expires_at, first.expires_at);
    EXPECT_EQ(row(), before);
}

TEST_P(LockCases, FirstRequestIsStillKnownAfterTheSecond)
{
    acquire_as("r1", "a");
    EXPECT_EQ(acquire_as("r2", "a").holds, 2);
    EXPECT_EQ(acquire_as("r1", "a").holds, 2);
    EXPECT_EQ(acquire_as("r2", "a").holds, 2);
    EXPECT_EQ(row().holds, 2);
}

TEST_P(LockCases, RequestOfAReleasedHoldIsForgottenTheOthersAreNot)
{
    const auto token = *acquire_as("r1", "a").token;
    acquire_as("r2", "a");
    EXPECT_EQ(release("a", token).result, LeaseResult::still_held);
    EXPECT_EQ(acquire_as("r1", "a").holds, 1);
    EXPECT_EQ(acquire_as("r2", "a").holds, 2);
}

TEST_P(LockCases, RequestMeansNothingForAnotherOwner)
{
    acquire_as("r1", "a");
    EXPECT_EQ(acquire_as("r1", "b").result, AcquireResult::busy);
    EXPECT_EQ(row().owner, "a");
}

TEST_P(LockCases, RequestMeansNothingAfterTheHoldIsOver)
{
    const auto first = acquire_as("r1", "a");
    release("a", *first.token);
    EXPECT_EQ(acquire_as("r1", "a").token, FencingToken(2));
    pass(30 * second);
    EXPECT_EQ(acquire_as("r1", "a").token, FencingToken(3));
}

TEST_P(LockCases, RequestsWithSpecialTextAreKeptApart)
{
    acquire_as("r%", "a");
    EXPECT_EQ(acquire_as("r_", "a").holds, 2);
    EXPECT_EQ(acquire_as("r'\"\\|", "a").holds, 3);
    EXPECT_EQ(acquire_as("r'\"\\|", "a").holds, 3);
    EXPECT_EQ(acquire_as("r", "a").holds, 4);
}

} // namespace lockdesk::contract
