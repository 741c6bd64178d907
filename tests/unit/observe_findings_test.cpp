// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/findings_scene.h"

#include <gtest/gtest.h>

namespace lockdesk {
namespace {

using namespace std::chrono_literals;
using namespace test;

TEST(Findings, HealthyStoreHasNone)
{
    Scene scene;
    scene.add(held("a", "api-1/7/00ff", 20s));
    scene.add(worker("api-1/7/00ff", 500ms));
    LockRow free;
    free.name = "b";
    scene.add(free);
    EXPECT_EQ(scene.kinds(), Kinds{});
}

TEST(Findings, ExpiredAndHeldSaysHowTheHolderIs)
{
    Scene scene;
    scene.add(held("silent", "pay-7/2211/9f3a", -12s));
    scene.add(worker("pay-7/2211/9f3a", 40s));
    scene.add(held("alive", "api-3/9120/e5a1", -41s));
    scene.add(worker("api-3/9120/e5a1", 1s));
    scene.add(held("nobody", "imp-1/884/31c7", -190s));
    const auto found = scene.find();
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[2].key, "silent"); // the longest comes first
    EXPECT_EQ(said(found[2]), "expired 12 s ago, not collected; heartbeat of pay-7/2211 silent for 40 s");
    EXPECT_EQ(found[2].rows.size(), 2U);
    EXPECT_EQ(found[2].next, NextStep::force_release);
    EXPECT_EQ(found[2].since, t0 - 12s);
    EXPECT_EQ(said(found[1]), "expired 41 s ago; holder api-3/9120 is alive and 41 s overdue");
    EXPECT_EQ(said(found[0]), "expired 3 min ago; no process imp-1/884 has sent a heartbeat since");
    for (const Finding& finding : found) {
        EXPECT_EQ(finding.kind, FindingKind::expired_and_held);
        EXPECT_EQ(finding.severity, Severity::act);
    }
}

TEST(Findings, ExpiryWithinTheClocksDoubtIsNotTold)
{
    Scene scene;
    scene.rows.clock_uncertainty = 200ms;
    scene.add(held("a", "x/1/2", -100ms));
    EXPECT_EQ(scene.kinds(), Kinds{});
    EXPECT_EQ(scene.kinds(t0 + 200ms), Kinds{FindingKind::expired_and_held});
}

TEST(Findings, HolderSilentAndGone)
{
    Scene scene;
    auto row = held("silent", "bill-2/4471/c41b", 21min, 30min);
    row.waiters = 2;
    scene.add(row);
    scene.add(worker("bill-2/4471/c41b", 4min));
    scene.add(held("gone", "img-4/201/aa", 9min, 10min));
    scene.rows.gone_workers["img-4/201/aa"] = t0 - 10s;
    const auto found = scene.find();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].kind, FindingKind::holder_silent);
    EXPECT_EQ(said(found[0]), "bill-2/4471 silent for 4 min; 21 min of lease left; 2 wait for it");
    EXPECT_EQ(found[1].kind, FindingKind::holder_gone);
    EXPECT_EQ(found[1].since, t0 - 10s);
}

TEST(Findings, LocksThatAreTakenAgainAfterTheWorkerLeftAreNotGone)
{
    Scene scene;
    auto row = held("again", "img-4/201/aa", 9min, 10min);
    row.acquired_at = t0 - 5s;
    scene.add(row);
    scene.rows.gone_workers["img-4/201/aa"] = t0 - 10s;
    EXPECT_EQ(scene.kinds(), Kinds{});
}

// A guard's run and a leader's term have their own owners.
TEST(Findings, TheDeadWorkerIsNamedByItsProcess)
{
    Scene scene;
    auto started = worker("demo-1/3306/aa", 12s);
    started.started_at = t0 - 5min;
    scene.add(started);
    scene.add(held("guarded", "demo-1/3306/bb", -3s));
    scene.add(held("led", "demo-1/3306/cc", 20s));
    const auto found = scene.find();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(said(found[1]), "expired 3 s ago, not collected; heartbeat of demo-1/3306 silent for 12 s");
    EXPECT_EQ(found[1].rows.back(), (ProvingRow{Entity::worker, "demo-1/3306/aa"}));
    EXPECT_EQ(found[0].kind, FindingKind::holder_silent);
    EXPECT_EQ(said(found[0]), "demo-1/3306 silent for 12 s; 20.0 s of lease left; nobody waits");
}

// In a container every process has the same id.
TEST(Findings, AProcessDoesNotAnswerForItsPredecessor)
{
    Scene scene;
    auto before = worker("pod-7/1/aa", 30s), after = worker("pod-7/1/bb", 0s);
    before.started_at = t0 - 1h;
    after.started_at = t0 - 5s;
    scene.add(before);
    scene.add(after);
    scene.add(held("a", "pod-7/1/cc", 9min, 10min));
    const auto found = scene.find();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].rows.back(), (ProvingRow{Entity::worker, "pod-7/1/aa"}));
    scene.rows.workers.erase("pod-7/1/aa");
    scene.rows.gone_workers["pod-7/1/aa"] = t0 - 10s;
    EXPECT_EQ(scene.kinds(), Kinds{FindingKind::holder_gone});
}

TEST(Findings, WhatASilentWorkerHasInHandStandsTogether)
{
    Scene scene;
    scene.add(worker("demo-1/3306/aa", 12s));
    for (const char* id : {"t1", "t2"}) {
        TaskRow task;
        task.id = id;
        task.owner = "demo-1/3306/aa";
        task.locked_at = t0 - 12s;
        scene.add(task);
    }
    MessageRow message;
    message.id = "m";
    message.state = MessageState::sending;
    message.owner = "demo-1/3306/aa";
    scene.add(message);
    const auto found = scene.find();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, FindingKind::holder_silent);
    EXPECT_EQ(found[0].key, "demo-1/3306/aa");
    EXPECT_EQ(said(found[0]),
              "demo-1/3306 silent for 12 s; it has 2 tasks; it has 1 message; free for others when their time is over");
    EXPECT_EQ(found[0].rows.size(), 4U);
    scene.add(worker("demo-1/3306/aa", 1s));
    EXPECT_EQ(scene.kinds(), Kinds{});
}

// Heartbeats may have arrived since the last read.
TEST(Findings, HeartbeatsAreJudgedAtTheInstantTheyWereRead)
{
    Scene scene;
    scene.add(held("a", "x/1/2", 9min, 10min));
    scene.add(worker("x/1/2", 20s));
    scene.rows.workers_read = t0 - 19s;
    EXPECT_EQ(scene.kinds(), Kinds{});
    scene.rows.workers_read = t0 - 5s;
    EXPECT_EQ(scene.kinds(), Kinds{FindingKind::holder_silent});
}

// Rows may have been renewed, extended or claimed since the last read: they give no finding then.
TEST(Findings, RowsAreJudgedAtTheInstantTheyWereRead)
{
    Scene scene;
    scene.rows.workers_read = t0;
    scene.add(worker("api-1/7/00ff", 500ms));
    scene.add(held("a", "api-1/7/00ff", -40s));
    TaskRow task;
    task.id = "t";
    task.owner = "api-1/7/00ff";
    task.locked_at = t0 - 70s;
    scene.add(task);
    TaskRow due;
    due.id = "d";
    due.created_at = due.updated_at = t0 - 90s;
    scene.add(due);
    scene.rows.locks_read = scene.rows.tasks_read = t0 - 41s;
    EXPECT_EQ(scene.kinds(), Kinds{});
    scene.rows.locks_read = t0 - 39s;
    EXPECT_EQ(scene.kinds(), Kinds{FindingKind::expired_and_held});
    EXPECT_EQ(said(scene.find().front()), "expired 40 s ago; holder api-1/7 is alive and 40 s overdue");
    scene.rows.tasks_read = t0 - 39s;
    EXPECT_EQ(scene.kinds(), (Kinds{FindingKind::expired_and_held, FindingKind::alive_but_overdue}));
    scene.rows.tasks_read = t0;
    EXPECT_EQ(scene.kinds().size(), 3U) << "and the one that nobody claims";
}

TEST(Findings, StarvingMeansThatOthersGotItMeanwhile)
{
    Scene scene;
    scene.add(held("a", "x/1/2", 20s));
    scene.rows.waiters = {{"a", "y/1/2", t0 - 2min, t0 + 5s}};
    EXPECT_EQ(scene.kinds(), Kinds{}) << "who only stands by does not starve";
    scene.rows.overtaken["a\ny/1/2"] = {3, t0 - 10s, "x/1/2"};
    const auto found = scene.find();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, FindingKind::starving);
    EXPECT_EQ(said(found[0]), "y/1 has waited for 2 min 0 s; others got it 3 times meanwhile, last x/1");
    auto leader = worker("x/1/2", 1s);
    leader.role = "leader";
    leader.kinds = "a";
    scene.add(leader);
    EXPECT_EQ(scene.kinds(), Kinds{}) << "a leader's place is not taken in turns";
    leader.role = "worker+leader";
    leader.kinds = "mail Ready; leads b";
    scene.add(leader);
    EXPECT_EQ(scene.kinds(), Kinds{FindingKind::starving});
    leader.kinds = "mail Ready; leads a";
    scene.add(leader);
    EXPECT_EQ(scene.kinds(), Kinds{});
}

TEST(Findings, LongHolderIsMeasuredByItsHabit)
{
    Scene scene;
    auto row = held("report", "rep-0/52/70aa", 27s);
    row.acquired_at = t0 - 134min;
    row.renewals = 400;
    scene.add(row);
    scene.rows.habits["report"] = {.usual_hold = 6min, .holds_seen = 5};
    auto found = scene.find();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, FindingKind::alive_but_overdue);
    EXPECT_EQ(found[0].severity, Severity::warning);
    EXPECT_EQ(said(found[0]), "held for 2 h 14 min; renewed 400 times; usually 6 min");
    auto leader = worker("rep-0/52/70aa", 0s);
    leader.role = "leader";
    scene.add(leader);
    EXPECT_EQ(scene.kinds(), Kinds{});
}

TEST(Findings, NoExpiryAtAll)
{
    Scene scene;
    auto row = held("cart:migrate", "unknown", 0s);
    row.expires_at.reset();
    row.lease.reset();
    row.acquired_at = t0 - 3h;
    scene.add(row);
    const auto found = scene.find();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, FindingKind::no_expiry);
    EXPECT_EQ(found[0].since, t0 - 3h);
    row.expires_at = end_of_time; // as a lease for ever is stored
    row.lease = no_end;
    scene.add(row);
    EXPECT_EQ(scene.kinds(), Kinds{FindingKind::no_expiry});
}

TEST(Findings, MissedRunNeedsARegularHabitAndTwoPeriods)
{
    Scene scene;
    LockRow row;
    row.name = "cron:rotate-keys";
    row.token = FencingToken{9};
    scene.add(row);
    LockHabit habit{.last_run = t0 - 2min - 3s, .shortest_gap = 59s, .longest_gap = 60s, .gaps_seen = 4};
    scene.rows.habits[row.name] = habit;
    EXPECT_EQ(scene.kinds(), Kinds{FindingKind::missed_run});
    EXPECT_EQ(scene.kinds(t0 - 5s), Kinds{}) << "not yet two periods";
    habit.shortest_gap = 10s;
    scene.rows.habits[row.name] = habit;
    EXPECT_EQ(scene.kinds(), Kinds{}) << "not regular";
}

TEST(Findings, ClockDoubt)
{
    Scene scene;
    scene.rows.clock_offset = 62s;
    auto found = scene.find();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, FindingKind::clock_doubt);
    EXPECT_EQ(said(found[0]), "the store's clock is 1 min 2 s ahead of this computer's");
    scene.rows.sandbox = true; // a lesson's clock may have any time
    EXPECT_EQ(scene.kinds(), Kinds{});
    scene.rows.clock_uncertainty = 600ms;
    EXPECT_EQ(scene.kinds(), Kinds{FindingKind::clock_doubt});
}

TEST(Findings, WeakStore)
{
    using Kind = Weakness::Kind;
    Scene scene;
    scene.rows.weaknesses = {
        {Kind::lags, "appendfsync everysec", "a power cut can take the last second with it", "appendfsync always"},
        {Kind::evicts, "maxmemory-policy allkeys-lru", "the server removes locks as it likes", ""}};
    scene.rows.weak_since["maxmemory-policy allkeys-lru"] = t0 - 5s;
    const auto found = scene.find();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].kind, FindingKind::weak_store);
    EXPECT_EQ(found[0].severity, Severity::warning);
    EXPECT_EQ(found[0].key, "maxmemory-policy allkeys-lru");
    EXPECT_EQ(found[0].since, t0 - 5s);
    EXPECT_EQ(said(found[0]), "it may forget: the server removes locks as it likes");
    EXPECT_EQ(found[1].severity, Severity::notice) << "a choice that many make";
    EXPECT_EQ(said(found[1]), "it may forget: a power cut can take the last second with it; better: appendfsync always");
}

} // namespace
} // namespace lockdesk
