// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/spans.h"
#include "tests/unit/findings_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace lockdesk {
namespace {

using namespace std::chrono_literals;
using namespace test;

TaskRow task(const std::string& id, Duration since)
{
    TaskRow row;
    row.id = id;
    row.kind = "gateway";
    row.phase = "Starting";
    row.created_at = row.updated_at = t0 - since;
    return row;
}

TEST(Findings, TaskOverItsFailures)
{
    Scene scene;
    auto row = task("gw-58e1", 18min);
    row.failures = row.max_failures = 8;
    row.last_error = "ImagePullBackOff";
    row.locked_at = t0 + 200s;
    scene.add(row);
    const auto found = scene.find();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, FindingKind::task_over_failures);
    EXPECT_EQ(found[0].next, NextStep::relock);
    EXPECT_EQ(said(found[0]), "8 failures, 8 allowed; ImagePullBackOff; relocked until " + clock_text(t0 + 230s));
}

TEST(Findings, StarvingTasksOfAPhaseStandTogether)
{
    Scene scene;
    for (int i = 0; i < 300; ++i)
        scene.add(task("gw-" + std::to_string(i), 2min + std::chrono::seconds{i}));
    scene.add(task("young", 10s));
    const auto found = scene.find();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, FindingKind::starving);
    EXPECT_EQ(found[0].key, "gateway Starting");
    EXPECT_EQ(found[0].count, 300);
    EXPECT_EQ(found[0].rows.size(), 100U);
    EXPECT_EQ(said(found[0]), "300 tasks due, the oldest for 6 min 59 s");
}

TEST(Findings, AliveButOverdueTask)
{
    Scene scene;
    auto row = task("gw-1", 1min);
    row.owner = "gw-w4/1190/20fe";
    row.locked_at = t0 - 33s;
    scene.add(row);
    EXPECT_EQ(scene.kinds(), Kinds{});
    scene.add(worker("gw-w4/1190/20fe", 1s));
    EXPECT_EQ(scene.kinds(), Kinds{FindingKind::alive_but_overdue});
}

TEST(Findings, DeadMessagesByTopicAndOldestAge)
{
    Scene scene;
    for (int i = 0; i < 7; ++i) {
        MessageRow row;
        row.id = std::to_string(i);
        row.topic = "invoice.created";
        row.state = MessageState::dead;
        row.tries = 3;
        row.created_at = t0 - 22min + std::chrono::seconds{i};
        row.last_error = "HTTP 422";
        scene.add(row);
    }
    scene.rows.backlog = Backlog{.pending = 10338, .oldest = 252s, .in_rate = 41, .out_rate = 24};
    const auto found = scene.find();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].kind, FindingKind::message_dead);
    EXPECT_EQ(found[0].key, "invoice.created");
    EXPECT_EQ(said(found[0]), "7 messages; 3 tries; HTTP 422");
    EXPECT_EQ(found[0].count, 7);
    EXPECT_EQ(found[1].kind, FindingKind::oldest_age);
    EXPECT_EQ(said(found[1]), "10,338 pending; in 41/s, out 24/s; it never drains");
    EXPECT_EQ(found[1].since, t0 - 252s);
}

TEST(Findings, WorstComesFirst)
{
    Scene scene;
    auto endless = held("endless", "x", 0s);
    endless.expires_at.reset();
    scene.add(endless);
    scene.add(held("expired", "y/1/2", -3s));
    auto failed = task("t", 1min);
    failed.failures = 8;
    scene.add(failed);
    EXPECT_EQ(scene.kinds(),
              (Kinds{FindingKind::task_over_failures, FindingKind::expired_and_held, FindingKind::no_expiry}));
}

TEST(Findings, AgreeWithThemselves)
{
    Scene scene;
    for (int i = 0; i < 200; ++i)
        scene.add(held("n" + std::to_string(i), "o/1/" + std::to_string(i), std::chrono::seconds{-(i % 5)}));
    EXPECT_EQ(scene.find(), scene.find());
}

TEST(Findings, AStoreThatDoesNotAnswerIsWorstOfAll)
{
    Scene scene;
    scene.add(held("expired", "y/1/2", -1h));
    auto found = with_silence(scene.find(), t0 - 38s, t0 - 38s, "connect timed out");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].kind, FindingKind::store_silent);
    EXPECT_EQ(found[0].severity, Severity::act);
    EXPECT_EQ(found[0].since, t0 - 38s);
    EXPECT_EQ(said(found[0]), "no answer for 38 s; connect timed out");
    EXPECT_TRUE(worse(found[0], found[1]));
    EXPECT_FALSE(worse(found[1], found[0]));
    EXPECT_EQ(with_silence(found, t0, t0, "").size(), 2U) << "said once";
    EXPECT_EQ(said(with_silence({}, {}, t0, "")[0]), "it has not answered yet");
    EXPECT_EQ(said(with_silence({}, t0, t0, "no schema there", true)[0]), "no schema there") << "that is an answer";
}

// Tens of thousands of findings once a second: only what changed takes memory.
TEST(Findings, FoundAgainTheyAreShared)
{
    Scene scene;
    for (int i = 0; i < 100; ++i)
        scene.add(held("expired " + std::to_string(i), "y/1/2", -1h - i * 1s));
    Finder finder;
    const auto first = finder.find(scene.rows, t0, {});
    ASSERT_EQ(first->size(), 100U);
    EXPECT_EQ(finder.find(scene.rows, t0 + 1s, {}), first);
    scene.rows.locks.erase("expired 50");
    scene.add(held("ending", "y/1/2", 3s));
    scene.add(held("new", "y/1/2", -2h));
    const auto second = finder.find(scene.rows, t0 + 5s, {});
    EXPECT_EQ(std::vector<Finding>(second->begin(), second->end()), scene.find(t0 + 5s));
    const std::set<RowPtr<Finding>> before(first->rows().begin(), first->rows().end());
    const auto shared = std::count_if(second->rows().begin(), second->rows().end(), [&](const auto& one) { return before.contains(one); });
    EXPECT_EQ(shared, 99) << "but for two that are new";
    EXPECT_EQ(second->size(), 101U);
    for (int i = 0; i < 5000; ++i) // so many that the map has another order
        scene.add(held("other " + std::to_string(i), "y/1/2", 30s));
    EXPECT_EQ(finder.find(scene.rows, t0 + 5s, {}), second);
    EXPECT_EQ(finder.find({}, t0, {})->size(), 0U);
    EXPECT_EQ(*finder.find(scene.rows, t0 + 5s, {}), *second);
}

// A limit of 500 made the number in the overview wrong.
TEST(Findings, AllFailedTasksAreFound)
{
    Scene scene;
    for (int i = 0; i < 700; ++i) {
        TaskRow task;
        task.id = "task " + std::to_string(i);
        task.failures = i % 2 == 0 ? 8 : 1; // the rule has changed since
        task.max_failures = 8;
        task.locked_at = end_of_time;
        scene.add(task);
    }
    EXPECT_EQ(scene.find().size(), 700U);
}

TEST(Findings, SeverityThenAge)
{
    Scene scene;
    auto endless = held("endless", "x", 0s);
    endless.expires_at.reset();
    endless.acquired_at = t0 - 72h;
    scene.add(endless);
    scene.add(held("young", "y/1/2", -3s));
    auto failed = task("t", 18min);
    failed.failures = 8;
    scene.add(failed);
    scene.add(held("older", "y/1/3", -3min));
    std::string order;
    for (const Finding& finding : scene.find())
        order += finding.key + ' ';
    EXPECT_EQ(order, "t older young endless ");
}

// Findings are equal while only time passes, so that they are not reported again.
TEST(Findings, StayTheSameWhileTimePasses)
{
    Scene scene;
    scene.add(held("silent", "pay-7/2211/9f3a", -12s));
    scene.add(worker("pay-7/2211/9f3a", 40s));
    scene.add(task("gw-1", 5min));
    EXPECT_EQ(scene.find(t0), scene.find(t0 + 700ms));
}

} // namespace
} // namespace lockdesk
