// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/unwaited.h"
#include "backends/memory/memory_store.h"
#include "backends/observe/observer.h"
#include "backends/observe/observer_core.h"
#include "tests/unit/observe_watcher.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace lockdesk {
namespace {

using namespace std::chrono_literals;
using test::is_live;
using test::is_stale;

/// Opens the memory store's sessions with a door in front of their changes: shut (calls hang) or broken (calls fail).
struct Door
{
    std::mutex mutex;
    std::condition_variable changed;
    bool shut = false;
    bool broken = false;
    std::optional<Failure> says; ///< whatever it is
    std::string refuses; ///< code of the refusal; empty: admits
    std::atomic<int> calls{0}, opened{0}, refused{0};
    SessionOptions options;
    Entities last_asked()
    {
        const std::lock_guard lock(mutex);
        return asked;
    }
    Entities asked; ///< guarded by the mutex
    void set(bool& what, bool value)
    {
        const std::lock_guard lock(mutex);
        what = value;
        changed.notify_all();
    }
};

class DoorSession final : public Session, public Changes
{
public:
    DoorSession(std::unique_ptr<Session> inner, Door& door) : m_inner(std::move(inner)), m_door(door) {}
    const Capabilities& capabilities() const override { return m_inner->capabilities(); }
    Locks& locks() override { return m_inner->locks(); }
    Fence& fence() override { return m_inner->fence(); }
    Tasks& tasks() override { return m_inner->tasks(); }
    Outbox& outbox() override { return m_inner->outbox(); }
    Records& records() override { return m_inner->records(); }
    SessionLocks& session_locks() override { return m_inner->session_locks(); }
    Workers& workers() override { return m_inner->workers(); }
    Changes& changes() override { return *this; }
    Audit& audit() override { return m_inner->audit(); }
    Admin& admin() override { return m_inner->admin(); }
    void interrupt() noexcept override
    {
        const std::lock_guard lock(m_door.mutex);
        m_interrupted = true;
        m_door.changed.notify_all();
    }
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override
    {
        ++m_door.calls;
        {
            std::unique_lock lock(m_door.mutex);
            m_door.asked = what;
            m_door.changed.wait(lock, [this] { return !m_door.shut || m_interrupted; });
            if (m_interrupted || m_door.broken)
                return Failure::unavailable("connection closed by the server")
                    .with_code("57P01")
                    .in_statement("changes")
                    .try_again()
                    .disconnected();
        }
        return m_inner->changes().since(cursor, what, limit);
    }

private:
    std::unique_ptr<Session> m_inner;
    Door& m_door;
    bool m_interrupted = false;
};

class DoorStore final : public Store
{
public:
    DoorStore(std::unique_ptr<Store> inner, Door& door) : m_inner(std::move(inner)), m_door(door) {}
    const StoreUrl& url() const override { return m_inner->url(); }
    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        {
            const std::lock_guard lock(m_door.mutex);
            m_door.options = options;
            if (m_door.broken)
                return Failure::unavailable("connection refused").try_again().disconnected();
            if (m_door.says)
                return *m_door.says;
            if (!m_door.refuses.empty()) {
                ++m_door.refused;
                return Failure::refused("wrong password").with_code(m_door.refuses);
            }
        }
        ++m_door.opened;
        auto session = m_inner->open(options);
        if (!session)
            return session;
        return std::unique_ptr<Session>(std::make_unique<DoorSession>(std::move(*session), m_door));
    }
    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override
    {
        return m_inner->listen(std::move(topics), options, stop);
    }

private:
    std::unique_ptr<Store> m_inner;
    Door& m_door;
};

class ObserverTest : public ::testing::Test
{
protected:
    void SetUp() override
    {
        const std::string name = std::string("observer-") + ::testing::UnitTest::GetInstance()->current_test_info()->name();
        forget_memory_store(name);
        const auto url = StoreUrl::parse("memory:" + name);
        ASSERT_TRUE(url);
        m_writer_store = *open_memory_store(*url);
        m_writer = *m_writer_store->open({});
        m_store = std::make_shared<DoorStore>(*open_memory_store(*url), m_door);
    }
    void TearDown() override
    {
        m_door.set(m_door.shut, false);
        m_watcher.forget();
    }
    void observe(ObserverOptions options = {}) { m_watcher.watch(m_store, options); }
    FencingToken acquire(const std::string& name, const std::string& owner, Duration lease = 30s)
    {
        const auto got = m_writer->locks().acquire({LockName::trusted(name), OwnerId::trusted(owner), lease,
                                                    RequestId::trusted("r" + std::to_string(++m_requests))});
        EXPECT_TRUE(got);
        return got && got->token ? *got->token : FencingToken{};
    }
    static std::function<bool(const Update&)> brings(const std::string& name)
    {
        return [name](const Update& u) { return test::lock_in(u, name) != nullptr; };
    }

    Door m_door;
    std::unique_ptr<Store> m_writer_store;
    std::unique_ptr<Session> m_writer;
    std::shared_ptr<Store> m_store;
    test::Watcher m_watcher;
    int m_requests = 0;
};

TEST_F(ObserverTest, FirstUpdateIsTheWholeSetAndReadOnly)
{
    acquire("a", "x/1/1");
    observe();
    const auto first = m_watcher.await([](const Update& u) { return u.polled; });
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->snapshot);
    EXPECT_TRUE(first->events.empty());
    ASSERT_EQ(first->locks.size(), 1U);
    EXPECT_EQ(first->locks[0]->owner, "x/1/1");
    EXPECT_EQ(first->summary->held, 1);
    EXPECT_TRUE(first->clock.known);
    EXPECT_EQ(first->health.state, HealthState::live);
    EXPECT_TRUE(m_door.options.read_only);
    EXPECT_EQ(m_door.options.application_name, "lockdesk observer");
}

TEST_F(ObserverTest, FirstRowsOfALargeStoreComeBeforeTheSnapshot)
{
    for (int i = 0; i < 10; ++i)
        acquire("lock-" + std::to_string(i), "x/1/1");
    ObserverOptions options;
    options.first_rows = 4;
    observe(options);
    const auto first = m_watcher.await([](const Update& u) { return !u.locks.empty(); });
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->partial);
    EXPECT_FALSE(first->snapshot);
    EXPECT_FALSE(first->summary) << "numbers of a part are no numbers of the store";
    EXPECT_EQ(first->truncated, Entities(Entity::lock));
    EXPECT_EQ(first->locks.size(), 4U);
    EXPECT_EQ(first->health.state, HealthState::live);
    EXPECT_TRUE(first->clock.known);
    const auto whole = m_watcher.await([](const Update& u) { return u.polled; });
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->snapshot);
    EXPECT_FALSE(whole->partial);
    EXPECT_EQ(whole->locks.size(), 10U) << "the snapshot names them all";
    EXPECT_TRUE(whole->events.empty());
    EXPECT_EQ(whole->summary->held, 10);
}

TEST_F(ObserverTest, FirstRowsOfASmallStoreAreTheSnapshot)
{
    for (int i = 0; i < 4; ++i)
        acquire("lock-" + std::to_string(i), "x/1/1");
    ObserverOptions options;
    options.first_rows = 4;
    options.hints = false;
    options.interval = 1h;
    m_watcher.acknowledges = false;
    observe(options);
    const auto first = m_watcher.await([](const Update& u) { return !u.locks.empty(); });
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->snapshot);
    EXPECT_FALSE(first->partial);
    EXPECT_EQ(first->locks.size(), 4U);
    EXPECT_EQ(m_door.calls, 1) << "one look is enough";
}

TEST_F(ObserverTest, HintsWakeItLongBeforeTheInterval)
{
    ObserverOptions options;
    options.interval = 1h;
    options.reconcile = 2h;
    observe(options);
    ASSERT_TRUE(m_watcher.await(is_live));
    const auto from = m_watcher.count();
    acquire("late", "x/1/1");
    const auto update = m_watcher.await(brings("late"), from);
    ASSERT_TRUE(update);
    ASSERT_FALSE(update->events.empty());
    EXPECT_EQ(update->events[0].kind, EventKind::acquired);
    EXPECT_FALSE(update->snapshot);
}

TEST_F(ObserverTest, WithoutHintsItPolls)
{
    ObserverOptions options;
    options.hints = false;
    options.interval = 50ms;
    observe(options);
    ASSERT_TRUE(m_watcher.await(is_live));
    acquire("polled", "x/1/1");
    EXPECT_TRUE(m_watcher.await(brings("polled")));
}

TEST_F(ObserverTest, NextPollWaitsForTheConsumer)
{
    ObserverOptions options;
    options.hints = false;
    options.interval = 10ms;
    m_watcher.acknowledges = false;
    observe(options);
    const auto first = m_watcher.await(is_live);
    ASSERT_TRUE(first);
    acquire("a", "x/1/1");
    EXPECT_FALSE(m_watcher.await(brings("a"), 0, 300ms));
    EXPECT_EQ(m_door.calls, 1);
    m_watcher.observer().acknowledge(first->number);
    EXPECT_TRUE(m_watcher.await(brings("a")));
}

TEST_F(ObserverTest, HiddenEntitiesAreNotAskedFor)
{
    ObserverOptions options;
    options.entities = Entities(Entity::task) | Entities(Entity::worker);
    options.interval = 20ms;
    acquire("hidden", "x/1/1");
    observe(options);
    ASSERT_TRUE(m_watcher.await(is_live));
    EXPECT_FALSE(m_door.last_asked().has(Entity::lock));
    EXPECT_FALSE(m_watcher.await(brings("hidden"), 0, 200ms));
    m_watcher.observer().set_entities(Entities::all());
    const auto shown = m_watcher.await(brings("hidden"));
    ASSERT_TRUE(shown);
    EXPECT_TRUE(shown->events.empty()) << "it was there before anybody looked";
}

// Rows of a page that is not shown get old, which is no news about the worker.
TEST_F(ObserverTest, WorkersThatAreNotPolledAreNotCalledLate)
{
    ObserverOptions options;
    options.interval = 20ms;
    WorkerRow row;
    row.id = "w/1/1";
    row.period = 50ms;
    ASSERT_TRUE(m_writer->workers().beat(row));
    observe(options);
    ASSERT_TRUE(m_watcher.await(is_live));
    m_watcher.observer().set_entities(Entities(Entity::lock));
    ASSERT_TRUE(m_watcher.await([](const Update& u) { return u.polled && !u.covered.has(Entity::worker); }));
    const auto from = m_watcher.count();
    const auto worse = [](const Update& u) {
        return (u.summary && u.summary->workers_live == 0)
               || std::any_of(u.events.begin(), u.events.end(),
                              [](const Event& e) { return e.kind == EventKind::late || e.kind == EventKind::silent; });
    };
    std::int64_t verdicts = 0;
    ASSERT_TRUE(m_watcher.await(
        [&](const Update& u) {
            verdicts += u.summary ? 1 : 0;
            EXPECT_FALSE(worse(u));
            return verdicts > 3; // a quarter of a second apart
        },
        from));
    m_watcher.observer().set_entities(Entities::all());
    EXPECT_TRUE(m_watcher.await(worse, from)) << "it was looked at, and has not beaten";
}

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
    std::atomic<int> told{0};
    const auto count = [&told](const UpdatePtr&) { ++told; };
    {
        Observer never(m_store, {}, count);
        never.stop();
        never.start();
        never.stop();
    }
    EXPECT_EQ(told, 0) << "what was stopped does not begin";
    EXPECT_EQ(m_door.opened, 0);
    for (int i = 0; i < 20; ++i) {
        Observer brief(m_store, {}, count);
        brief.start();
        brief.start();
        brief.stop();
        const int at_its_end = told;
        EXPECT_LE(m_door.opened, i + 1) << "two starts are one";
        brief.stop();
        EXPECT_EQ(told, at_its_end) << "nothing is told after the stop";
    }
    // After all those, a start that gets the time works.
    observe();
    EXPECT_TRUE(m_watcher.await(is_live));
}

// An expensive poll among cheap ones: its cost counts and reduces what is left for the others.
TEST(PollBudgetTest, WhatIsReadBesideTakesItsPart)
{
    PollBudget budget(0.02, 8s);
    const SteadyPoint start{1h};
    for (int second = 1; second <= 60; ++second)
        budget.spent(start + std::chrono::seconds{second}, 1ms, false, false);
    EXPECT_EQ(budget.gap(20ms), 50ms);
    for (int second = 12; second <= 60; second += 12)
        budget.spent_beside(start + std::chrono::seconds{second}, 120ms, 0.01);
    EXPECT_EQ(budget.gap(20ms), 100ms) << "half of the budget is left";
    EXPECT_NEAR(budget.share(start + 60s), 0.011, 0.001);
    budget.spent_beside(start + 60s, 1s, 0.5);
    EXPECT_EQ(budget.gap(20ms), 100ms) << "never less than half";
}

TEST_F(ObserverTest, CostStaysWithinTheBudget)
{
    for (int i = 0; i < 200; ++i)
        acquire("n" + std::to_string(i), "x/1/1");
    ObserverOptions options;
    options.interval = 1ms;
    options.hints = false;
    options.reconcile = 1s;
    observe(options);
    ASSERT_TRUE(m_watcher.await([](const Update& u) { return u.polled && u.number > 20; }, 0, 20s));
    const auto last = m_watcher.await([](const Update& u) { return u.polled && u.number > 20; });
    EXPECT_LE(last->cost.share, 0.025);
    EXPECT_GE(last->cost.interval, 1ms);
}

TEST(PollBudgetTest, ASingleSlowLookKeepsNoChangeWaiting)
{
    PollBudget budget(0.02, 8s);
    const SteadyPoint start{1h};
    int second = 0;
    const auto look = [&](Duration busy) { budget.spent(start + std::chrono::seconds{++second}, busy, false, false); };
    for (int i = 0; i < 20; ++i)
        look(2ms);
    EXPECT_EQ(budget.gap(20ms), 100ms);
    look(60ms);
    EXPECT_EQ(budget.gap(20ms), 100ms);
    look(2ms);
    look(80ms);
    EXPECT_EQ(budget.gap(20ms), 100ms);
    // Polls a store that has become slow less often.
    for (int i = 0; i < 3; ++i)
        look(60ms);
    EXPECT_EQ(budget.gap(20ms), 3s);
    for (int i = 0; i < 3; ++i)
        look(100us);
    EXPECT_EQ(budget.gap(20ms), 20ms);
}

// Expensive polls are far apart: the cost of one minutes ago does not delay the next ones.
TEST(PollBudgetTest, AStoreThatIsQuickAgainIsLookedAtAsBefore)
{
    PollBudget budget(0.02, 8s);
    SteadyPoint now{1h};
    for (int i = 0; i < 5; ++i) {
        budget.spent(now, 1s, false, false);
        now += 50s;
    }
    EXPECT_EQ(budget.gap(20ms), 50s);
    budget.spent(now, 2ms, false, false);
    EXPECT_EQ(budget.gap(20ms), 100ms);
}

// A single slow poll on a busy computer does not suspend polling for minutes.
TEST(PollBudgetTest, ASlowLookThatStandsAloneKeepsTheNextOneNear)
{
    PollBudget budget(0.02, 8s);
    SteadyPoint now{1h};
    for (int i = 0; i < 5; ++i) {
        budget.spent(now, 10ms, false, false);
        now += 30s;
    }
    budget.spent(now, 4s, false, false);
    EXPECT_EQ(budget.gap(20ms), 500ms);
    budget.spent(now += 30s, 4s, false, false);
    EXPECT_EQ(budget.gap(20ms), 200s) << "a store that has become slow is spared";
    budget.spent(now += 30s, 10ms, false, false);
    EXPECT_EQ(budget.gap(20ms), 500ms);
}

} // namespace
} // namespace lockdesk
