// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

#include <algorithm>
#include <array>
#include <barrier>
#include <thread>

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

TEST_P(LockCases, CollectTakesLongFreeRowsAndTheNewRowStartsAboveThem)
{
    for (int i = 0; i < 5; ++i)
        release("a", *acquire("a").token);
    acquire("a", 30 * second, "held");
    pass(10 * second);
    EXPECT_EQ(ok(locks().collect(10 * second)), 0) << "not longer than";
    pass(tick());
    EXPECT_EQ(ok(locks().collect(10 * second)), 1);
    EXPECT_FALSE(ok(locks().find(name())));
    EXPECT_TRUE(ok(locks().find(name("held"))));
    EXPECT_EQ(acquire("b").token, FencingToken(6));
    EXPECT_EQ(acquire("b", second, "never seen").token, FencingToken(6));
}

TEST_P(LockCases, CollectStepByStepLooksAtAllOnce)
{
    for (int i = 0; i < 25; ++i) {
        const auto lock = "job " + std::to_string(i);
        const auto token = *acquire("a", 30 * second, lock).token;
        if (i % 5 != 0)
            ok(locks().release(name(lock), owner("a"), token));
    }
    pass(second);
    std::int64_t removed = 0;
    int steps = 0;
    for (std::string after;; ++steps) {
        ASSERT_LT(steps, 30);
        const auto step = ok(locks().collect_some(Duration{0}, after, 4));
        EXPECT_LE(step.removed, 4);
        removed += step.removed;
        after = step.next;
        if (after.empty())
            break;
    }
    EXPECT_EQ(removed, 20);
    EXPECT_GE(steps, 5) << "in short steps";
    EXPECT_EQ(ok(locks().list({})).rows.size(), 5u) << "those that are held";
    EXPECT_EQ(acquire("b", second, "job 1").token, FencingToken(2)) << "above what was removed";
}

TEST_P(LockCases, CollectLeavesExpiredAndCoolingRows)
{
    acquire("a", second, "expired");
    const auto token = *acquire("a").token;
    release("a", token, std::chrono::hours{1});
    pass(std::chrono::minutes{30});
    EXPECT_EQ(ok(locks().collect(second)), 0);
    pass(std::chrono::minutes{30});
    EXPECT_EQ(ok(locks().collect(second)), 1) << "cooling is over";
    EXPECT_TRUE(ok(locks().find(name("expired"))));
}

TEST_P(LockCases, WaitersAreSeenUntilTheyGiveUp)
{
    LOCKDESK_NEEDS(s().capabilities().waiters, "waiters");
    acquire("a");
    ok(locks().announce_wait(name(), owner("b"), 10 * second));
    pass(second);
    ok(locks().announce_wait(name(), owner("c"), 2 * second));
    EXPECT_EQ(row().waiters, 2);
    auto rows = ok(locks().list_waiters({})).rows;
    ASSERT_EQ(rows.size(), 2u);
    const auto& b = rows[0].owner == "b" ? rows[0] : rows[1];
    EXPECT_EQ(b, (WaiterRow{"job", "b", now() - second, now() + 9 * second}));
    pass(2 * second);
    EXPECT_EQ(row().waiters, 1);
    EXPECT_EQ(ok(locks().list_waiters({})).rows.size(), 1u);
    ok(locks().withdraw_wait(name(), owner("b")));
    EXPECT_TRUE(ok(locks().list_waiters({})).rows.empty());
    EXPECT_EQ(row().waiters, 0);
}

TEST_P(LockCases, WaiterThatAnnouncesAgainKeepsItsBeginning)
{
    LOCKDESK_NEEDS(s().capabilities().waiters, "waiters");
    const auto start = now();
    ok(locks().announce_wait(name(), owner("b"), 5 * second));
    pass(4 * second);
    ok(locks().announce_wait(name(), owner("b"), 5 * second));
    const auto rows = ok(locks().list_waiters({})).rows;
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].since, start);
    EXPECT_EQ(rows[0].until, now() + 5 * second);
}

TEST_P(LockCases, ListTakesFilterAndLimit)
{
    for (const auto* lock : {"alpha", "beta", "gamma"})
        acquire(lock[0] == 'b' ? "o2" : "o1", 30 * second, lock);
    const auto keys = list_filter_keys();
    const auto names = [&](const std::string& filter, std::size_t limit = 1000) {
        const auto page = ok(locks().list({ok(Filter::parse(filter, keys, true)), limit}));
        std::vector<std::string> out;
        for (const auto& r : page.rows)
            out.push_back(r.name);
        std::sort(out.begin(), out.end());
        if (page.truncated)
            out.emplace_back("...");
        return out;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(names(""), (Names{"alpha", "beta", "gamma"}));
    EXPECT_EQ(names("name:beta"), (Names{"beta"}));
    EXPECT_EQ(names("owner:o1"), (Names{"alpha", "gamma"}));
    EXPECT_EQ(names("-owner:o1"), (Names{"beta"}));
    EXPECT_EQ(names("name~MM"), (Names{"gamma"}));
    EXPECT_EQ(names("owner~O2"), (Names{"beta"}));
    EXPECT_EQ(names("TA"), (Names{"beta"}));
    EXPECT_EQ(names("o1"), (Names{"alpha", "gamma"}));
    EXPECT_EQ(names("-o1"), (Names{"beta"}));
    EXPECT_EQ(names("name~a_"), Names{});
    EXPECT_EQ(names("name~.*"), Names{});
    EXPECT_EQ(names("name~%"), Names{});
    EXPECT_EQ(names("state:held owner:o1 name~a"), (Names{"alpha", "gamma"}));
    EXPECT_EQ(names("state:free"), Names{});
    EXPECT_EQ(names("", 3).size(), 3u);
    EXPECT_EQ(names("", 2).size(), 3u) << "two and the mark";
    EXPECT_EQ(names("", 2).back(), "...");
    pass(60 * second);
    EXPECT_EQ(names("state:expired").size(), 3u);
}

TEST_P(LockCases, TwoFirstAcquirersOneAcquiresOneIsBusy)
{
    constexpr int rounds = 100;
    struct Side
    {
        std::unique_ptr<Session> session;
        std::vector<Answer<Acquisition>> answers;
    };
    std::array<Side, 2> sides{Side{another()}, Side{another()}};
    std::barrier start(2);
    const auto race = [&](int me) {
        for (int i = 0; i < rounds; ++i) {
            start.arrive_and_wait();
            sides[me].answers.push_back(sides[me].session->locks().acquire(
                {name("race-" + std::to_string(i)), owner("o" + std::to_string(me)), 30 * second,
                 RequestId::trusted("r" + std::to_string(me) + "-" + std::to_string(i))}));
        }
    };
    std::thread other(race, 1);
    race(0);
    other.join();
    for (int i = 0; i < rounds; ++i) {
        int got = 0;
        for (const Side& side : sides) {
            ASSERT_TRUE(side.answers[i]) << i << ": " << side.answers[i].failure().message;
            got += side.answers[i]->result == AcquireResult::acquired ? 1 : 0;
        }
        EXPECT_EQ(got, 1) << "round " << i;
    }
}

} // namespace lockdesk::contract
