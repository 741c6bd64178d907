// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/reader.h"
#include "backends/observe/tracker.h"
#include "tests/unit/findings_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::test {
namespace {

WaiterRow waits_for(const std::string& name, const std::string& owner, Duration since = 2s)
{
    return {name, owner, t0 - since, t0 + 1h};
}

DatabaseWait between_sessions(const std::string& waiter, const std::string& holder, std::optional<TimePoint> since = t0 - 3s)
{
    DatabaseWait wait;
    wait.waiter.id = waiter;
    wait.holder.id = holder;
    wait.what = "row of orders";
    wait.since = since;
    return wait;
}

/// A tracker that gets one read after another, a second apart unless said otherwise.
struct Reads
{
    Tracker tracker;
    TimePoint now = t0;
    bool settling = false;
    bool first = true;

    std::vector<Finding> read(const std::vector<LockRow>& locks, const std::vector<WaiterRow>& waiters,
                              std::optional<std::vector<DatabaseWait>> database = {}, Duration later = 1s)
    {
        now += later;
        ChangeBatch batch;
        batch.snapshot = true;
        batch.locks = locks;
        batch.waiters = waiters;
        Update update;
        if (database)
            tracker.set_database_waits(std::make_shared<const std::vector<DatabaseWait>>(std::move(*database)));
        tracker.apply(std::move(batch), Entities::all(), first ? Entities::all() : Entities{}, now, update);
        first = false;
        return tick();
    }
    std::vector<Finding> tick()
    {
        Update update;
        tracker.tick(now, SteadyPoint{} + (now - t0), update);
        settling = update.settling;
        std::vector<Finding> out;
        std::copy_if(update.findings->begin(), update.findings->end(), std::back_inserter(out),
                     [](const Finding& one) { return one.kind == FindingKind::wait_cycle; });
        return out;
    }
};

const std::vector<LockRow> two_locks{held("left", "a/1/x", 1h, 1h), held("right", "b/2/y", 1h, 1h)};
const std::vector<WaiterRow> crossed{waits_for("right", "a/1/x", 5s), waits_for("left", "b/2/y", 4s)};

TEST(WaitCycles, TwoReadsMakeOneAFinding)
{
    Reads reads;
    EXPECT_TRUE(reads.read(two_locks, crossed).empty());
    EXPECT_TRUE(reads.settling) << "the next read decides";
    EXPECT_TRUE(reads.tick().empty()) << "nothing was read since";
    const auto found = reads.read(two_locks, crossed);
    EXPECT_FALSE(reads.settling);
    ASSERT_EQ(found.size(), 1u);
    const Finding& finding = found.front();
    EXPECT_EQ(finding.severity, Severity::act);
    EXPECT_EQ(finding.key, "left, right");
    EXPECT_EQ(finding.count, 2);
    EXPECT_EQ(finding.since, t0 - 4s) << "the last wait closed the cycle";
    EXPECT_EQ(said(finding), "a/1/x waits for right, which b/2/y holds; b/2/y waits for left, which a/1/x holds");
    const std::vector<ProvingRow> rows{{Entity::waiter, "right\na/1/x"}, {Entity::lock, "right"}, {Entity::waiter, "left\nb/2/y"},
                                       {Entity::lock, "left"}};
    EXPECT_EQ(finding.rows, rows);
    EXPECT_EQ(reads.tick().size(), 1u) << "it lasts";
    EXPECT_TRUE(reads.read(two_locks, {crossed.front()}).empty()) << "one gave up";
    EXPECT_FALSE(reads.settling);
}

TEST(WaitCycles, TwoReadsAtOnceAreOne)
{
    Reads reads;
    reads.read(two_locks, crossed);
    EXPECT_TRUE(reads.read(two_locks, crossed, {}, 20ms).empty());
    EXPECT_TRUE(reads.settling);
    EXPECT_EQ(reads.read(two_locks, crossed, {}, 200ms).size(), 1u);
}

// One that waits again and again, and gets it between, never waits in a cycle.
TEST(WaitCycles, NewWaitsOfTheSameOwnersAreOthers)
{
    Reads reads;
    reads.read(two_locks, crossed);
    EXPECT_TRUE(reads.read(two_locks, {crossed.front(), waits_for("left", "b/2/y", 1s)}).empty());
    EXPECT_TRUE(reads.settling);
}

TEST(WaitCycles, AnExpiredLeaseHoldsNobodyUp)
{
    Reads reads;
    const std::vector<LockRow> locks{two_locks[0], held("right", "b/2/y", -1s)};
    reads.read(locks, crossed);
    EXPECT_TRUE(reads.read(locks, crossed).empty());
    EXPECT_FALSE(reads.settling);
}

// The announcement of a waiter that has just got the lock.
TEST(WaitCycles, AnOwnerThatHoldsWhatItWaitsForIsNone)
{
    Reads reads;
    const std::vector<WaiterRow> late{waits_for("left", "a/1/x")};
    reads.read(two_locks, late);
    EXPECT_TRUE(reads.read(two_locks, late).empty());
    EXPECT_FALSE(reads.settling);
}

// Polls read locks and waiters more often than the sessions of the server.
TEST(WaitCycles, SessionsNeedTwoReadsOfSessions)
{
    Reads reads;
    const std::vector<DatabaseWait> database{between_sessions("10", "11"), between_sessions("11", "10")};
    EXPECT_TRUE(reads.read({}, {}, database).empty());
    EXPECT_TRUE(reads.read({}, {}).empty());
    EXPECT_TRUE(reads.settling);
    const auto found = reads.read({}, {}, database);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().key, "session 10, session 11");
    EXPECT_EQ(found.front().rows.front(), (ProvingRow{Entity::waiter, "row of orders\nsession 10"}));
    EXPECT_TRUE(reads.read({}, {}, std::vector<DatabaseWait>{}).empty());
}

TEST(WaitCycles, AServerThatNamesNoStartOfAWait)
{
    Reads reads;
    const std::vector<DatabaseWait> database{between_sessions("10", "11", {}), between_sessions("11", "10", {})};
    reads.read({}, {}, database);
    const auto found = reads.read({}, {}, database);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().since, t0 + 1s) << "when it was first seen";
}

TEST(WaitCycles, ALongOneIsNamedByItsFirst)
{
    Reads reads;
    std::vector<LockRow> locks;
    std::vector<WaiterRow> waiters;
    constexpr int members = 300;
    for (int i = 0; i < members; ++i) {
        locks.push_back(held("n" + std::to_string(1000 + i), "o" + std::to_string(i), 1h, 1h));
        waiters.push_back(waits_for("n" + std::to_string(1000 + (i + 1) % members), "o" + std::to_string(i)));
    }
    reads.read(locks, waiters);
    const auto found = reads.read(locks, waiters);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().key, "n1001, n1002, n1003, …");
    EXPECT_EQ(found.front().count, members);
    EXPECT_LE(found.front().rows.size(), 100u);
    EXPECT_EQ(found.front().evidence.size(), 9u);
    EXPECT_TRUE(said(found.front()).ends_with("; and 292 more of this cycle")) << said(found.front());
}

TEST(WaitCycles, ManyWaitersForOneLockAreNoCycle)
{
    Reads reads;
    std::vector<WaiterRow> waiters;
    for (int i = 0; i < 20'000; ++i)
        waiters.push_back(waits_for("left", "o" + std::to_string(i)));
    reads.read(two_locks, waiters);
    EXPECT_TRUE(reads.read(two_locks, waiters).empty());
    EXPECT_FALSE(reads.settling);
}

// The share bounds the reads of sessions, also in a hurry.
TEST(OwnPace, AnExpensiveReadIsRare)
{
    OwnPace pace(2s, 0.005);
    const SteadyPoint start{1h};
    EXPECT_TRUE(pace.due(start, false));
    pace.took(start, 1ms);
    EXPECT_FALSE(pace.due(start + 1999ms, false));
    EXPECT_TRUE(pace.due(start + 2s, false));
    EXPECT_FALSE(pace.due(start + 199ms, true));
    EXPECT_TRUE(pace.due(start + 200ms, true));
    pace.took(start, 50ms);
    EXPECT_FALSE(pace.due(start + 9'999ms, false));
    EXPECT_FALSE(pace.due(start + 9'999ms, true));
    EXPECT_TRUE(pace.due(start + 10s, true));
}

} // namespace
} // namespace lockdesk::test
