// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Stores that are lost, refuse or hang.
#include "tests/unit/observe_door.h"

namespace lockdesk {
namespace {

using namespace std::chrono_literals;
using test::is_live;
using test::is_stale;
using test::ObserverTest;

TEST_F(ObserverTest, LostStoreIsToldWithCauseAndNextTryThenResynchronised)
{
    ObserverOptions options;
    options.interval = 100ms;
    acquire("a", "x/1/1");
    acquire("b", "x/1/1");
    observe(options);
    ASSERT_TRUE(m_watcher.await(is_live));
    m_door.set(m_door.broken, true);
    const auto stale = m_watcher.await(is_stale);
    ASSERT_TRUE(stale);
    EXPECT_EQ(stale->health.cause, "connection closed by the server");
    ASSERT_TRUE(stale->health.next_try);
    EXPECT_FALSE(stale->polled);
    acquire("c", "x/1/1");
    const auto from = m_watcher.count();
    m_door.set(m_door.broken, false);
    m_watcher.observer().try_now();
    const auto back = m_watcher.await(is_live, from, 5s);
    ASSERT_TRUE(back);
    EXPECT_FALSE(back->snapshot) << "only the differences are told";
    EXPECT_EQ(back->locks.size(), 1U);
    EXPECT_EQ(m_door.opened, 2);
}

TEST_F(ObserverTest, RefusedLoginIsTriedAgainOnlyWhenAsked)
{
    ObserverOptions options;
    options.wait_after_refusal = true;
    m_door.refuses = "28P01";
    observe(options);
    const auto refused = m_watcher.await(is_stale);
    ASSERT_TRUE(refused);
    EXPECT_TRUE(refused->health.login_refused);
    EXPECT_FALSE(refused->health.next_try);
    const auto from = m_watcher.count();
    EXPECT_FALSE(m_watcher.await([](const Update&) { return true; }, from, 1500ms)) << "the first retry is after a second";
    EXPECT_EQ(m_door.refused, 1);
    m_watcher.observer().try_now();
    ASSERT_TRUE(m_watcher.await(is_stale, from));
    EXPECT_EQ(m_door.refused, 2);
    {
        const std::lock_guard lock(m_door.mutex);
        m_door.refuses.clear();
    }
    m_watcher.observer().try_now();
    ASSERT_TRUE(m_watcher.await(is_live, from));
}

TEST_F(ObserverTest, AnotherPasswordIsTriedAtOnceAndItsRowsAreTold)
{
    ObserverOptions options;
    options.wait_after_refusal = true;
    acquire("a", "x/1/1");
    m_door.refuses = "28P01";
    observe(options);
    const auto refused = m_watcher.await(is_stale);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->health.refused_logins, 1U);
    auto from = m_watcher.count();
    m_watcher.observer().try_now();
    const auto again = m_watcher.await(is_stale, from);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->health.refused_logins, 2U) << "the same words, but another refusal";
    test::Door open;
    from = m_watcher.count();
    m_watcher.observer().set_store(std::make_shared<test::DoorStore>(*open_memory_store(m_writer_store->url()), open));
    const auto live = m_watcher.await(is_live, from);
    ASSERT_TRUE(live);
    EXPECT_EQ(live->locks.size(), 1U);
    EXPECT_EQ(open.opened, 1);
    EXPECT_EQ(m_door.refused, 2) << "the former store is left alone";
    m_watcher.forget();
}

TEST_F(ObserverTest, OnlyAnAnswerThatStaysIsARefusal)
{
    const auto refuses = [&](Failure failure) {
        m_door.says = std::move(failure);
        observe({});
        const auto stale = m_watcher.await(is_stale);
        m_watcher.forget();
        m_watcher.updates.clear();
        return stale && stale->health.refuses;
    };
    EXPECT_TRUE(refuses(Failure::unavailable("the schema is not installed")));
    EXPECT_TRUE(refuses(Failure::refused("no permission")));
    EXPECT_FALSE(refuses(Failure::unavailable("connection refused").try_again().disconnected()));
    EXPECT_FALSE(refuses(Failure::unavailable("0 of 3 servers answered").try_again())) << "as Redlock says it";
}

TEST_F(ObserverTest, RefusedCertificateIsTriedAgain)
{
    ObserverOptions options;
    options.wait_after_refusal = true;
    m_door.refuses = "TLS";
    observe(options);
    const auto refused = m_watcher.await(is_stale);
    ASSERT_TRUE(refused);
    EXPECT_FALSE(refused->health.login_refused);
    EXPECT_TRUE(refused->health.next_try);
}

TEST_F(ObserverTest, NewThresholdsApplyAtOnce)
{
    acquire("a", "x/1/1");
    observe();
    ASSERT_TRUE(m_watcher.await(is_live));
    const auto overdue = [](const Update& u) {
        return u.findings && std::any_of(u.findings->begin(), u.findings->end(), [](const Finding& f) {
                   return f.kind == FindingKind::alive_but_overdue;
               });
    };
    const auto from = m_watcher.count();
    FindingLimits limits;
    limits.overdue_without_habit = 1us;
    m_watcher.observer().set_limits(limits);
    EXPECT_TRUE(m_watcher.await(overdue, from));
}

TEST_F(ObserverTest, HangingStoreIsStaleWithinTwoIntervalsAndStopsInTime)
{
    ObserverOptions options;
    options.interval = 1s;
    observe(options);
    ASSERT_TRUE(m_watcher.await(is_live));
    EXPECT_EQ(unwaited_threads(), 2) << "a program that ends with them in a call must not destroy what they use";
    const auto lost = std::chrono::steady_clock::now();
    m_door.set(m_door.shut, true);
    ASSERT_TRUE(m_watcher.await(is_stale, 0, 5s));
    EXPECT_LT(std::chrono::steady_clock::now() - lost, 2s + 100ms);
    const auto quitting = std::chrono::steady_clock::now();
    m_watcher.observer().stop();
    EXPECT_LT(std::chrono::steady_clock::now() - quitting, 2s);
    EXPECT_EQ(unwaited_threads(), 0) << "it was cut in time, and joined";
    const auto after = m_watcher.count();
    m_door.set(m_door.shut, false);
    EXPECT_EQ(m_watcher.count(), after);
}

TEST_F(ObserverTest, AHangDoesNotCountAsTheCostOfLooking)
{
    ObserverOptions options;
    options.interval = 200ms;
    observe(options);
    ASSERT_TRUE(m_watcher.await([](const Update& u) { return u.polled && u.number > 3; }, 0, 5s));
    m_door.set(m_door.shut, true);
    ASSERT_TRUE(m_watcher.await(is_stale, 0, 5s));
    // Long enough that 2 % of it would mean a pause of half a minute.
    const auto from = m_watcher.count();
    const auto hung = std::chrono::steady_clock::now();
    EXPECT_FALSE(m_watcher.await([](const Update& u) { return u.polled; }, from, 600ms));
    ASSERT_GE(std::chrono::steady_clock::now() - hung, 600ms);
    m_door.set(m_door.shut, false);
    const auto back = m_watcher.await(is_live, from, 5s);
    ASSERT_TRUE(back);
    EXPECT_TRUE(m_watcher.await([&](const Update& u) { return u.polled && u.number > back->number + 2; }, from, 5s));
}

TEST_F(ObserverTest, StartAndStopInAnyOrder)
{
    std::atomic<int> calls{0};
    const auto count = [&calls](const UpdatePtr&) { ++calls; };
    {
        Observer never(m_store, {}, count);
        never.stop();
        never.start();
        never.stop();
    }
    EXPECT_EQ(calls, 0) << "what was stopped does not begin";
    EXPECT_EQ(m_door.opened, 0);
    for (int i = 0; i < 20; ++i) {
        Observer brief(m_store, {}, count);
        brief.start();
        brief.start();
        brief.stop();
        const int at_its_end = calls;
        EXPECT_LE(m_door.opened, i + 1) << "two starts are one";
        brief.stop();
        EXPECT_EQ(calls, at_its_end) << "nothing is told after the stop";
    }
    // After all those, a start that gets the time works.
    observe();
    EXPECT_TRUE(m_watcher.await(is_live));
}

} // namespace
} // namespace lockdesk
