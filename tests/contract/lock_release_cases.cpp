// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

namespace lockdesk::contract {

TEST_P(LockCases, RenewMovesTheEndAndRaisesNoHold)
{
    const auto a = acquire("a");
    pass(10 * second);
    const auto r = renew("a", *a.token);
    EXPECT_EQ(r.result, LeaseResult::renewed);
    EXPECT_TRUE(r.extended);
    EXPECT_EQ(r.holds, 1);
    EXPECT_EQ(r.acquired_at, a.acquired_at);
    EXPECT_EQ(r.expires_at, now() + 30 * second);
    EXPECT_EQ(row().holds, 1);
    EXPECT_EQ(row().expires_at, now() + 30 * second);
    EXPECT_EQ(row().renewals, 1);
    EXPECT_EQ(release("a", *a.token).result, LeaseResult::released);
}

TEST_P(LockCases, RenewNeverShortens)
{
    const auto a = acquire("a", 60 * second);
    const auto r = renew("a", *a.token, second);
    EXPECT_EQ(r.result, LeaseResult::renewed);
    EXPECT_FALSE(r.extended);
    EXPECT_EQ(r.expires_at, a.expires_at);
    EXPECT_EQ(row().expires_at, a.expires_at);
}

TEST_P(LockCases, OneReleaseAfterThreeRenewalsFrees)
{
    const auto a = acquire("a");
    for (int i = 0; i < 3; ++i) {
        pass(second);
        renew("a", *a.token);
    }
    EXPECT_EQ(release("a", *a.token).result, LeaseResult::released);
    EXPECT_EQ(acquire("b").result, AcquireResult::acquired);
}

TEST_P(LockCases, ReleaseGivesBackOneHoldAtATime)
{
    const auto token = *acquire("a").token;
    acquire("a");
    const auto first = release("a", token);
    EXPECT_EQ(first.result, LeaseResult::still_held);
    EXPECT_EQ(first.holds, 1);
    ASSERT_TRUE(first.holder);
    EXPECT_EQ(first.holder->owner, "a");
    EXPECT_EQ(acquire("b").result, AcquireResult::busy);
    const auto last = release("a", token);
    EXPECT_EQ(last.result, LeaseResult::released);
    EXPECT_EQ(last.holds, 0);
    EXPECT_FALSE(last.holder);
}

TEST_P(LockCases, RowAndTokenSurviveTheRelease)
{
    const auto token = *acquire("a").token;
    release("a", token);
    const auto r = row();
    EXPECT_EQ(r.owner, "");
    EXPECT_EQ(r.holds, 0);
    EXPECT_EQ(r.token, token);
    EXPECT_EQ(r.last_owner, "a");
    EXPECT_EQ(r.released_at, now());
    EXPECT_EQ(lock_state(r, now()), LockState::free);
}

TEST_P(LockCases, WrongOwnerIsToldFirstWhateverTheTokenAndTheLease)
{
    const auto token = *acquire("a").token;
    for (const bool expired : {false, true}) {
        if (expired)
            pass(60 * second);
        for (const auto given : {token, FencingToken(99)}) {
            const auto before = row();
            EXPECT_EQ(release("b", given).result, LeaseResult::not_owner);
            EXPECT_EQ(renew("b", given).result, LeaseResult::not_owner);
            EXPECT_EQ(row(), before);
        }
    }
}

TEST_P(LockCases, WrongTokenIsToldBeforeTheExpiry)
{
    acquire("a");
    pass(30 * second);
    acquire("a");
    for (const bool expired : {false, true}) {
        if (expired)
            pass(60 * second);
        const auto before = row();
        EXPECT_EQ(release("a", FencingToken(1)).result, LeaseResult::stale);
        EXPECT_EQ(renew("a", FencingToken(1)).result, LeaseResult::stale);
        EXPECT_EQ(release("a", FencingToken(3)).result, LeaseResult::stale);
        EXPECT_EQ(row(), before);
    }
}

TEST_P(LockCases, ExpiredHolderIsToldAndTheRowStaysByteEqual)
{
    const auto token = *acquire("a").token;
    pass(30 * second);
    const auto before = row();
    EXPECT_EQ(release("a", token).result, LeaseResult::expired);
    EXPECT_EQ(renew("a", token).result, LeaseResult::expired);
    EXPECT_EQ(row(), before);
    EXPECT_EQ(row().raw, before.raw);
}

TEST_P(LockCases, LeaseIsGoodUntilJustBeforeItsEnd)
{
    const auto token = *acquire("a").token;
    pass(30 * second - tick());
    EXPECT_EQ(renew("a", token).result, LeaseResult::renewed);
    pass(30 * second - tick());
    EXPECT_EQ(release("a", token).result, LeaseResult::released);
}

TEST_P(LockCases, RefusedCallerIsShownWhoHoldsIt)
{
    acquire("a");
    const auto answer = release("b", FencingToken(1));
    ASSERT_TRUE(answer.holder);
    EXPECT_EQ(answer.holder->owner, "a");
    EXPECT_EQ(answer.holds, 0);
}

TEST_P(LockCases, ReleaseOfALockNeverSeenOrFreeIsNotOwner)
{
    EXPECT_EQ(release("a", FencingToken(1)).result, LeaseResult::not_owner);
    EXPECT_FALSE(ok(locks().find(name())));
    const auto token = *acquire("a").token;
    release("a", token);
    const auto before = row();
    EXPECT_EQ(release("a", token).result, LeaseResult::not_owner);
    EXPECT_EQ(renew("a", token).result, LeaseResult::not_owner);
    EXPECT_EQ(row(), before);
}

TEST_P(LockCases, AtLeastCountsFromTheAcquisition)
{
    const auto a = acquire("a");
    const auto start = now();
    pass(4 * second);
    const auto r = release("a", *a.token, 10 * second);
    EXPECT_EQ(r.result, LeaseResult::cooling);
    EXPECT_EQ(r.holds, 0);
    EXPECT_EQ(r.expires_at, start + 10 * second);
    EXPECT_FALSE(r.holder);
    EXPECT_EQ(row().cooling_until, start + 10 * second);
    EXPECT_EQ(lock_state(row(), now()), LockState::cooling);
}

TEST_P(LockCases, AtLeastThatIsOverAlreadyFreesAtOnce)
{
    const auto a = acquire("a");
    pass(10 * second);
    EXPECT_EQ(release("a", *a.token, 10 * second).result, LeaseResult::released);
    EXPECT_EQ(acquire("b").result, AcquireResult::acquired);
}

TEST_P(LockCases, AtLeastWaitsForTheLastHold)
{
    const auto token = *acquire("a").token;
    acquire("a");
    EXPECT_EQ(release("a", token, 10 * second).result, LeaseResult::still_held);
    EXPECT_EQ(release("a", token, 10 * second).result, LeaseResult::cooling);
}

TEST_P(LockCases, ForeverDoesNotOverflow)
{
    const auto a = acquire("a", no_end);
    EXPECT_EQ(a.result, AcquireResult::acquired);
    ASSERT_TRUE(a.expires_at);
    EXPECT_GT(*a.expires_at, now() + std::chrono::hours{24 * 365 * 100});
    EXPECT_EQ(renew("a", *a.token, no_end).result, LeaseResult::renewed);
    pass(std::chrono::hours{24 * 365 * 50});
    EXPECT_EQ(acquire("b").result, AcquireResult::busy);
    EXPECT_EQ(acquire("a", no_end).holds, 2);
    EXPECT_EQ(release("a", *a.token).result, LeaseResult::still_held);
    EXPECT_EQ(release("a", *a.token, no_end).result, LeaseResult::cooling);
    EXPECT_EQ(acquire("a").result, AcquireResult::cooling);
}

TEST_P(LockCases, LeasesAreRoundedUpToTheResolution)
{
    const auto odd = std::chrono::milliseconds{300} + Duration{1};
    const auto a = acquire("a", odd);
    EXPECT_GE(*a.expires_at, now() + odd);
    EXPECT_LT(*a.expires_at, now() + odd + tick());
}

} // namespace lockdesk::contract
