// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A busy store without faults: the observer reports no finding and no late worker.
#include "tests/interop/busy/busy_fixture.h"
#include "tests/support/sizes.h"

#include "backends/observe/saying.h"

#include <iostream>
#include <set>

namespace lockdesk::test {
namespace {

/// What an observer with the console's options reports within a period.
struct Reported
{
    std::mutex mutex;
    std::set<std::string> troubles;
    std::int64_t polls = 0, acquired = 0, renewed = 0, claimed = 0;
    PollCost cost;

    void take(const Update& update)
    {
        const std::lock_guard lock(mutex);
        if (update.polled) {
            ++polls;
            cost = update.cost;
        }
        if (update.health.state == HealthState::stale)
            troubles.insert("stale: " + update.health.cause);
        for (const Event& event : update.events) {
            acquired += event.kind == EventKind::acquired ? 1 : 0;
            renewed += event.kind == EventKind::renewed ? 1 : 0;
            claimed += event.kind == EventKind::claimed ? 1 : 0;
            if (event.kind == EventKind::late || event.kind == EventKind::silent)
                troubles.insert(std::string(word(event.kind)) + ": " + event.key);
        }
        if (update.findings)
            for (const Finding& finding : *update.findings)
                troubles.insert(std::string(word(finding.kind)) + " " + finding.key + ": "
                                + english_evidence(finding.evidence, update.summary ? update.summary->at : finding.since));
        if (update.summary && update.summary->workers_late + update.summary->workers_silent > 0)
            troubles.insert("a worker is counted as late");
    }
    bool has_troubles()
    {
        const std::lock_guard lock(mutex);
        return !troubles.empty();
    }
    /// Whether the store was busy and was polled.
    bool shows_work(std::int64_t least)
    {
        const std::lock_guard lock(mutex);
        return polls >= least && acquired >= least && renewed >= least && claimed >= least * 10;
    }
};

} // namespace

class BusyStores : public testing::TestWithParam<std::string>
{
};

TEST_P(BusyStores, HaveNoFindingAndNoLateWorker)
{
    BusyStore& busy = busy_store(GetParam());
    ASSERT_TRUE(await([&] { return busy.is_busy(); }, patience)) << busy.said();
    Reported reported;
    Observer* acknowledged = nullptr;
    Observer observer(busy.live.store(), {}, [&](const UpdatePtr& update) {
        reported.take(*update);
        if (update->polled)
            acknowledged->acknowledge(update->number);
    });
    acknowledged = &observer;
    observer.start();
    const auto length = std::chrono::seconds{size_of("demo.healthy")};
    const auto least = length.count() / (length >= 1min ? 3 : 15);
    // Lasts longer where other tests leave so little of the machine that too little was observed.
    const auto end = std::chrono::steady_clock::now() + length;
    EXPECT_TRUE(await(
        [&] {
            return reported.has_troubles() || (std::chrono::steady_clock::now() >= end && reported.shows_work(least));
        },
        length + patience));
    observer.stop();
    EXPECT_EQ(reported.troubles, std::set<std::string>{}) << busy.said();
    EXPECT_TRUE(busy.running()) << busy.said();
    std::cout << GetParam() << ": " << length.count() << " s, " << reported.polls << " polls, " << reported.cost.share * 100
              << " % of the store's time; " << reported.acquired << " acquired, " << reported.renewed << " renewed, " << reported.claimed
              << " claimed; last look " << reported.cost.rows << " rows\n";
    EXPECT_GE(reported.polls, least);
    EXPECT_GE(reported.acquired, least);
    EXPECT_GE(reported.renewed, least);
    EXPECT_GE(reported.claimed, least * 10);
}

INSTANTIATE_TEST_SUITE_P(Live, BusyStores, testing::ValuesIn(kinds_under_test()), [](const auto& of) { return of.param; });

} // namespace lockdesk::test
