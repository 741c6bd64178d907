// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The measurements of "Which lock?" on every store: contending clients, and holders in their own processes that are
// killed, frozen or hang in the middle.
#include "backends/scenarios/measure.h"
#include "tests/support/stores/live_store.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace lockdesk::scenarios {

namespace {

using test::LiveStore;
using namespace std::chrono_literals;

LiveStore& live(const std::string& kind)
{
    static std::map<std::string, std::unique_ptr<LiveStore>> all;
    auto& one = all[kind];
    if (!one)
        one = std::make_unique<LiveStore>(kind);
    return *one;
}

class MeasuringOn : public testing::TestWithParam<std::string>
{
protected:
    static Measurement measured(MeasureOptions options)
    {
        LiveStore& store = live(GetParam());
        options.store = store.store().get();
        options.store_url = store.url();
        int last = -1;
        Measuring measuring(options);
        return test::need(measuring.run([&](int done, int total, Way) {
            EXPECT_GE(done, last);
            EXPECT_LE(done, total);
            last = done;
        }));
    }
    static const WayNumbers& of(const Measurement& all, Way way) { return all.ways.at(static_cast<std::size_t>(way)); }
    static void expect_nothing_left()
    {
        const auto session = live(GetParam()).open({});
        if (session->capabilities().sandbox) {
            EXPECT_TRUE(test::need(session->admin().list_sandboxes()).empty());
            return;
        }
        for (const LockRow& row : test::need(session->locks().list({})).rows)
            EXPECT_TRUE(row.owner.empty()) << row.name;
    }
};

TEST_P(MeasuringOn, EveryWayWithOneAndWithEightClients)
{
    MeasureOptions options;
    options.clients = {1, 8};
    options.each = 40ms;
    const Measurement all = measured(options);
    EXPECT_FALSE(all.version.empty());
    ASSERT_EQ(all.ways.size(), all_ways().size());
    const auto session = live(GetParam()).open({});
    const Capabilities& can = session->capabilities();
    for (const WayNumbers& way : all.ways) {
        SCOPED_TRACE(word(way.way));
        EXPECT_EQ(way.trouble, "");
        if (!way.why_not.empty()) {
            EXPECT_TRUE(way.loads.empty());
            continue;
        }
        ASSERT_EQ(way.loads.size(), 2u);
        EXPECT_EQ(way.loads[0].in_vain, 0); // without contention
        for (const Load& load : way.loads) {
            EXPECT_GT(load.rounds_per_second, 0);
            EXPECT_GT(load.p50, 0us);
            EXPECT_GE(load.p99, load.p50);
        }
    }
    EXPECT_EQ(of(all, Way::redlock).why_not.empty(), can.store == "redlock");
    EXPECT_EQ(of(all, Way::fixed_lease).why_not.empty(), can.store != "redlock");
    EXPECT_EQ(of(all, Way::session_lock).why_not.empty(), can.session_locks);
    EXPECT_EQ(of(all, Way::conditional).why_not.empty(), can.statements);
    EXPECT_EQ(of(all, Way::idempotent).why_not.empty(), can.tasks);
    EXPECT_FALSE(of(all, Way::conditional).holds);
    expect_nothing_left();
}

// What a lease frees, what only the end of a connection frees, and what nothing frees.
TEST_P(MeasuringOn, HoldersThatStopInTheMiddle)
{
    const char* worker = std::getenv("LOCKDESK_WORKER");
    ASSERT_NE(worker, nullptr);
    MeasureOptions options;
    options.clients = {1};
    options.each = 1ms;
    options.worker = worker;
    options.lease = 600ms;
    const Measurement all = measured(options);
    for (const WayNumbers& way : all.ways) {
        SCOPED_TRACE(word(way.way));
        EXPECT_EQ(way.trouble, "");
        EXPECT_EQ(way.killed.has_value(), way.holds && way.why_not.empty());
        if (way.killed) {
            EXPECT_TRUE(way.killed->until_next.has_value()) << "a killed one keeps nothing for ever";
            ASSERT_TRUE(way.frozen && way.hung);
        }
    }
    for (const WayNumbers& way : all.ways)
        if (way.why_not.empty() && all.store != "redlock") {
            SCOPED_TRACE(word(way.way));
            ASSERT_TRUE(way.commands.has_value());
            EXPECT_GE(*way.commands, way.way == Way::conditional || way.way == Way::fence ? 1 : 2);
            EXPECT_LE(*way.commands, 60);
        }
    if (of(all, Way::watchdog).why_not.empty()) {
        EXPECT_GT(of(all, Way::watchdog).commands, of(all, Way::fixed_lease).commands) << "it renews";
    }
    const auto until = [](const std::optional<Outage>& outage) { return outage ? outage->until_next : std::nullopt; };
    const WayNumbers& watchdog = of(all, Way::watchdog);
    if (watchdog.why_not.empty()) {
        EXPECT_GT(until(watchdog.killed), 100ms);
        EXPECT_GT(until(watchdog.frozen), 100ms);
        EXPECT_FALSE(until(watchdog.hung).has_value()) << "its renewals go on: for ever";
    }
    for (const Way way : {Way::fixed_lease, Way::fence, Way::claim, Way::redlock})
        if (of(all, way).why_not.empty())
            for (const auto& outage : {of(all, way).killed, of(all, way).frozen, of(all, way).hung}) {
                SCOPED_TRACE(word(way));
                EXPECT_GT(until(outage), 300ms);
                EXPECT_LT(until(outage), 1700ms);
            }
    if (of(all, Way::session_lock).why_not.empty()) {
        EXPECT_LT(until(of(all, Way::session_lock).killed), 600ms);
        EXPECT_FALSE(until(of(all, Way::session_lock).frozen).has_value());
        EXPECT_FALSE(until(of(all, Way::session_lock).hung).has_value());
        EXPECT_GE(of(all, Way::session_lock).connections, 1);
    }
    // A late write succeeds if nothing in it identifies the grant.
    if (of(all, Way::fixed_lease).why_not.empty() && of(all, Way::fence).why_not.empty()) {
        EXPECT_EQ(of(all, Way::fixed_lease).frozen->late_accepted, true);
        EXPECT_EQ(of(all, Way::fence).frozen->late_accepted, false);
    }
    if (of(all, Way::claim).why_not.empty()) {
        EXPECT_EQ(of(all, Way::claim).frozen->late_accepted, false);
        EXPECT_EQ(of(all, Way::optimistic).frozen->late_accepted, false);
    }
    expect_nothing_left();
}

TEST_P(MeasuringOn, IsCancelled)
{
    LiveStore& store = live(GetParam());
    MeasureOptions options;
    options.store = store.store().get();
    options.each = 30s;
    options.clients = {2};
    Measuring measuring(options);
    const auto answer = measuring.run([&](int, int, Way) { measuring.interrupt(); });
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.failure().kind, FailureKind::unavailable);
    expect_nothing_left();
}

INSTANTIATE_TEST_SUITE_P(, MeasuringOn, testing::ValuesIn(test::kinds_under_test()),
                         [](const auto& of) { return of.param; });

} // namespace

} // namespace lockdesk::scenarios
