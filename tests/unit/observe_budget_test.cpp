// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/observer_core.h"
#include "tests/unit/observe_door.h"

namespace lockdesk {
namespace {

using namespace std::chrono_literals;
using test::ObserverTest;

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

// A poll by an index that takes a third of a second waits for a processor: what changed is not left unseen for a quarter of a minute.
TEST(PollBudgetTest, ALookForChangesIsDelayedAsFarAsItsRowsExplain)
{
    PollBudget budget(0.02, 8s);
    const SteadyPoint start{1h};
    for (int second = 1; second <= 60; ++second)
        budget.spent(start + std::chrono::seconds{second}, 300ms, false, false, false, 20);
    EXPECT_EQ(budget.gap(20ms), 5s + 50ms);
    EXPECT_NEAR(budget.share(start + 60s), 0.3, 0.01) << "what is told is what was measured";
    for (int second = 61; second <= 180; ++second)
        budget.spent(start + std::chrono::seconds{second}, 300ms, false, false, false, 20'000);
    EXPECT_EQ(budget.gap(20ms), 15s);
}

// Every fifth poll is slow, as beside other work: the median does not see it.
TEST(PollBudgetTest, ManyUnevenLooksStayWithinTheBudget)
{
    PollBudget budget(0.02, 8s);
    SteadyPoint now{1h};
    for (int i = 0; now < SteadyPoint{1h + 3min}; ++i) {
        const Duration busy = i % 5 == 4 ? Duration{12ms} : Duration{2ms};
        now += budget.gap(20ms) + busy;
        budget.spent(now, busy, false, false);
    }
    EXPECT_LE(budget.share(now), 0.021);
    EXPECT_GE(budget.share(now), 0.017);
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
