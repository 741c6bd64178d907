// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/ontop_fixture.h"

#include "backends/engine/rules/lease_deadline.h"
#include "backends/engine/runners/waiting.h"
#include "backends/engine/runners/watchdog.h"

#include <future>

namespace lockdesk::test {
namespace {

class Waiting : public testing::Test
{
protected:
    /// Acquires on another thread.
    std::future<Waited> acquire(const char* who, Duration wait, std::stop_token stop = {}, Duration lease = 30s)
    {
        return std::async(std::launch::async, [=, this] {
            const auto session = world.session();
            WaitingAcquire waiting(world.runtime, world.access(), *session);
            return waiting.acquire(lock_name(), owner(who), lease, {wait, 1s, {}}, stop);
        });
    }
    Acquisition hold(const char* who, Duration lease = 30s)
    {
        const auto got = world.session()->locks().acquire({lock_name(), owner(who), lease, RequestId::trusted(who)});
        return got.value();
    }
    /// Advances time until the result is ready; returns how much passed.
    template <class T> Duration pass_until(std::future<T>& result, Duration at_most, Duration step = 50ms)
    {
        for (Duration passed{0}; passed < at_most; passed += step) {
            (void)world.runtime.await_sleepers(1, 500ms);
            if (result.wait_for(0s) == std::future_status::ready)
                return passed;
            world.advance(step);
        }
        return result.wait_for(5s) == std::future_status::ready ? at_most : no_end;
    }
    LockRow row() { return *world.session()->locks().find(lock_name()).value(); }

    World world;
};

TEST_F(Waiting, FreeLockAtOnce)
{
    const auto got = acquire("a", 0s).get();
    ASSERT_TRUE(got.answer);
    EXPECT_EQ(got.answer->result, AcquireResult::acquired);
    EXPECT_EQ(got.asked_at, world.runtime.now());
}

TEST_F(Waiting, WithoutWaitItIsBusyAtOnceAndRecordsNobody)
{
    hold("b");
    const auto got = acquire("a", 0s).get();
    EXPECT_EQ(got.answer->result, AcquireResult::busy);
    EXPECT_EQ(got.answer->holder->owner, "b");
    EXPECT_EQ(row().waiters, 0);
}

TEST_F(Waiting, GetsItWhenTheLeaseEndsAndIsSeenMeanwhile)
{
    hold("b", 5s);
    auto result = acquire("a", no_end);
    ASSERT_TRUE(await([&] { return row().waiters == 1; }));
    const auto passed = pass_until(result, 10s);
    EXPECT_GE(passed, 5s);
    EXPECT_LE(passed, 5s + 100ms); // the known expiry, not the next poll
    const auto got = result.get();
    EXPECT_EQ(got.answer->result, AcquireResult::acquired);
    EXPECT_EQ(row().waiters, 0);
}

TEST_F(Waiting, GetsItByHintAtOnceAfterARelease)
{
    const auto held = hold("b", 1000s);
    auto result = acquire("a", no_end);
    ASSERT_TRUE(await([&] { return row().waiters == 1; }));
    ASSERT_TRUE(world.session()->locks().release(lock_name(), owner("b"), *held.token));
    ASSERT_EQ(result.wait_for(10s), std::future_status::ready); // this world's time does not pass
    EXPECT_EQ(result.get().answer->result, AcquireResult::acquired);
}

TEST_F(Waiting, AListenerThatCannotConnectDelaysNothing)
{
    world.faults.deaf = true;
    const auto held = hold("b", 1000s);
    auto result = acquire("a", no_end);
    ASSERT_TRUE(await([&] { return row().waiters == 1; }));
    ASSERT_TRUE(world.session()->locks().release(lock_name(), owner("b"), *held.token));
    const auto start = std::chrono::steady_clock::now();
    EXPECT_LE(pass_until(result, 2s), 1s + 100ms); // the poll alone
    EXPECT_LT(std::chrono::steady_clock::now() - start, 4s) << "the session's timeout is 5 s";
    ASSERT_EQ(result.wait_for(0s), std::future_status::ready);
    EXPECT_EQ(result.get().answer->result, AcquireResult::acquired);
}

TEST_F(Waiting, WaitsForCoolingToo)
{
    const auto held = hold("b");
    ASSERT_TRUE(world.session()->locks().release(lock_name(), owner("b"), *held.token, 4s));
    auto result = acquire("b", 10s);
    const auto passed = pass_until(result, 10s);
    EXPECT_GE(passed, 4s);
    EXPECT_LE(passed, 4s + 100ms);
    EXPECT_EQ(result.get().answer->result, AcquireResult::acquired);
}

TEST_F(Waiting, GivesUpInTimeAndSaysWhoHasIt)
{
    hold("b", 1000s);
    auto result = acquire("a", 3s);
    const auto passed = pass_until(result, 10s);
    EXPECT_GE(passed, 3s);
    EXPECT_LE(passed, 3s + 100ms);
    const auto got = result.get();
    EXPECT_EQ(got.answer->result, AcquireResult::busy);
    EXPECT_EQ(got.answer->holder->owner, "b");
    EXPECT_EQ(row().waiters, 0);
}

TEST_F(Waiting, CanBeCancelled)
{
    hold("b", 1000s);
    std::stop_source stop;
    auto result = acquire("a", no_end, stop.get_token());
    ASSERT_TRUE(await([&] { return row().waiters == 1; }));
    stop.request_stop();
    ASSERT_EQ(result.wait_for(10s), std::future_status::ready);
    EXPECT_EQ(result.get().answer->result, AcquireResult::busy);
    EXPECT_EQ(row().waiters, 0);
}

TEST_F(Waiting, ALostReplyIsSettledByAskingAgain)
{
    world.faults.lost_replies = 2;
    auto result = acquire("a", 0s);
    ASSERT_NE(pass_until(result, 5s), no_end);
    const auto got = result.get();
    ASSERT_TRUE(got.answer);
    EXPECT_EQ(got.answer->result, AcquireResult::acquired);
    EXPECT_EQ(got.answer->holds, 1);
    EXPECT_EQ(row().holds, 1);
    EXPECT_EQ(row().token.number(), got.answer->token->number());
    EXPECT_LE(got.asked_at, world.runtime.now());
}

TEST_F(Waiting, StaysInDoubtWhenNobodyAnswersInTime)
{
    world.faults.lost_replies = 1000;
    auto result = acquire("a", 0s);
    const auto passed = pass_until(result, 20s);
    EXPECT_LE(passed, 5s + 100ms); // the verb's timeout
    EXPECT_TRUE(result.get().answer.is_in_doubt());
    EXPECT_EQ(row().holds, 1);
}

TEST_F(Waiting, TriesOnWhileTheStoreIsUnreachable)
{
    world.faults.unreachable = true;
    auto result = acquire("a", 60s);
    for (int i = 0; i < 40; ++i) {
        ASSERT_TRUE(world.runtime.await_sleepers(1));
        world.advance(250ms);
    }
    EXPECT_EQ(result.wait_for(0s), std::future_status::timeout);
    EXPECT_LT(world.faults.calls, 20); // with increasing pauses
    world.faults.unreachable = false;
    ASSERT_LE(pass_until(result, 5s), 2s + 100ms);
    EXPECT_EQ(result.get().answer->result, AcquireResult::acquired);
}

TEST_F(Waiting, ShortLeasesAreRefusedBeforeTheStoreIsAsked)
{
    const auto got = acquire("a", 0s, {}, 299ms).get();
    EXPECT_EQ(got.answer.failure().kind, FailureKind::usage);
    EXPECT_EQ(world.faults.calls, 0);
}

class WatchdogTest : public Waiting
{
protected:
    void watch(Duration lease)
    {
        const auto asked_at = world.runtime.now();
        const auto got = hold("a", lease);
        token = *got.token;
        dog = std::make_unique<Watchdog>(
            world.runtime, world.access(), HeldLease{lock_name(), owner("a"), token, lease, asked_at},
            WatchdogEvents{[this](const LeaseAnswer&, auto) { ++renewed; }, [this](const Failure&) { ++troubles; },
                           [this](LostBy by, const std::string&) {
                               ++lost;
                               lost_by = by;
                               lost_at = world.runtime.now();
                           }});
        dog->start();
        ASSERT_TRUE(world.runtime.await_sleepers(2));
    }

    FencingToken token;
    std::atomic<int> renewed = 0, troubles = 0, lost = 0;
    std::atomic<LostBy> lost_by = LostBy::refusal;
    std::atomic<SteadyPoint> lost_at{};
    std::unique_ptr<Watchdog> dog;
};

TEST_F(WatchdogTest, RenewsEveryThirdAndNeverRaisesHolds)
{
    watch(30s);
    world.pass(100s, 1s, 2);
    EXPECT_EQ(renewed, 10);
    EXPECT_EQ(row().holds, 1);
    EXPECT_EQ(row().token, token);
    dog->stop();
    EXPECT_EQ(lost, 0);
    EXPECT_TRUE(world.session()->locks().release(lock_name(), owner("a"), token));
}

TEST_F(WatchdogTest, TellsLostAtTheDeadlineWhenTheStoreIsUnreachable)
{
    watch(30s);
    const auto start = world.runtime.now();
    world.pass(10s, 1s, 2); // one renewal, at 10 s
    EXPECT_EQ(renewed, 1);
    world.faults.unreachable = true;
    for (int i = 0; i < 700 && lost == 0; ++i) {
        world.advance(50ms);
        (void)world.runtime.await_sleepers(2, lost ? 1ms : 2s);
    }
    ASSERT_TRUE(await([&] { return lost == 1; }));
    EXPECT_EQ(lost_by, LostBy::deadline);
    EXPECT_GT(troubles, 5); // it has retried repeatedly
    // Counted from before the renewal was sent, and before the lease's expiry in the store.
    EXPECT_GE(lost_at.load(), lease_deadline(start + 10s, 30s));
    EXPECT_LT(lost_at.load(), start + 40s);
    EXPECT_TRUE(dog->lost());
    world.faults.unreachable = false;
    world.advance(60s);
    dog->stop();
    EXPECT_EQ(lost, 1);
}

TEST_F(WatchdogTest, SurvivesAStoreThatComesBackInTime)
{
    watch(30s);
    world.faults.unreachable = true;
    world.pass(25s, 500ms, 2);
    EXPECT_EQ(lost, 0);
    world.faults.unreachable = false;
    world.pass(10s, 500ms, 2);
    EXPECT_EQ(lost, 0);
    EXPECT_GE(renewed, 1);
}

TEST_F(WatchdogTest, TellsLostAtOnceWhenTheStoreSaysSo)
{
    watch(30s);
    ForceRelease force{lock_name(), owner("a"), token, {}, {}, "test", 0s, "me@here"};
    ASSERT_EQ(world.session()->locks().force_release(force)->result, ForceResult::released);
    for (int i = 0; i < 12 && lost == 0; ++i) {
        world.advance(1s);
        (void)world.runtime.await_sleepers(2, 300ms);
    }
    ASSERT_TRUE(await([&] { return lost == 1; }));
    EXPECT_EQ(lost_by, LostBy::refusal);
}

TEST_F(WatchdogTest, StopIsCleanAndMayComeTwiceAndFirst)
{
    watch(30s);
    dog->stop();
    dog->stop();
    world.advance(100s);
    EXPECT_EQ(lost, 0);
    dog->start();
    dog->stop();
}

TEST(LeaseDeadline, IsEarlierThanTheStores)
{
    const SteadyPoint start{};
    EXPECT_EQ(lease_deadline(start, 30s), start + 30s - 605ms);
    EXPECT_EQ(lease_deadline(start, 300ms), start + 289ms);
    EXPECT_GT(lease_deadline(start, no_end), start + std::chrono::hours{24 * 365});
}

} // namespace
} // namespace lockdesk::test
