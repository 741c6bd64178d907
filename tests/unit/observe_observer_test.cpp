// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/observe_door.h"

namespace lockdesk {
namespace {

using namespace std::chrono_literals;
using test::ObserverTest;
using test::is_live;

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

} // namespace
} // namespace lockdesk
