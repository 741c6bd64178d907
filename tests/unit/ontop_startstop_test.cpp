// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/startstop.h"

#include "tests/support/await.h"

#include <atomic>
#include <condition_variable>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace lockdesk {
namespace {

void until_stopped(const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait(lock, stop, [] { return false; });
}

TEST(StartStop, StopBeforeStartAndTwice)
{
    StartStop thread;
    thread.stop();
    EXPECT_FALSE(thread.running());
    EXPECT_TRUE(thread.start(until_stopped));
    EXPECT_FALSE(thread.start(until_stopped));
    thread.stop();
    thread.stop();
    EXPECT_FALSE(thread.running());
}

TEST(StartStop, StartsAgainAfterStopAndAfterItsOwnEnd)
{
    StartStop thread;
    std::atomic<int> runs = 0;
    EXPECT_TRUE(thread.start([&](const std::stop_token&) { ++runs; }));
    ASSERT_TRUE(test::await([&] { return !thread.running(); }));
    EXPECT_TRUE(thread.start([&](const std::stop_token& stop) {
        ++runs;
        until_stopped(stop);
    }));
    thread.stop();
    EXPECT_TRUE(thread.start(until_stopped));
    thread.stop();
    EXPECT_EQ(runs, 2);
}

TEST(StartStop, StopFromTheThreadItselfOnlyAsks)
{
    StartStop thread;
    std::atomic<bool> went_on = false;
    thread.start([&](const std::stop_token& stop) {
        thread.stop();
        went_on = stop.stop_requested() && !thread.start(until_stopped);
    });
    ASSERT_TRUE(test::await([&] { return !thread.running(); }));
    EXPECT_TRUE(went_on);
}

TEST(StartStop, StopOfTheThreadItselfWhileAnotherWaitsForIt)
{
    StartStop thread;
    std::atomic<bool> ended = false;
    thread.start([&](const std::stop_token& stop) {
        until_stopped(stop); // another thread is joining now, or soon will be
        thread.stop();
        ended = true;
    });
    thread.stop();
    EXPECT_TRUE(ended);
}

// Concurrent starts and stops from many threads: never two bodies at a time, none left running, no deadlock.
TEST(StartStop, Stress)
{
    StartStop thread;
    std::atomic<int> inside = 0;
    std::atomic<int> most = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 300; ++i) {
                if ((i + t) % 2 == 0)
                    thread.start([&](const std::stop_token& stop) {
                        const int now = ++inside;
                        int seen = most;
                        while (now > seen && !most.compare_exchange_weak(seen, now)) {
                        }
                        if (stop.stop_possible())
                            until_stopped(stop);
                        --inside;
                    });
                else
                    thread.stop();
            }
        });
    for (auto& t : threads)
        t.join();
    thread.stop();
    EXPECT_EQ(most, 1);
    EXPECT_EQ(inside, 0);
    EXPECT_FALSE(thread.running());
}

TEST(Ids, AreDistinctAndFit)
{
    SystemRuntime runtime;
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) {
        seen.insert(make_owner(runtime).str());
        seen.insert(make_request_id(runtime).str());
        seen.insert(make_claim_id(runtime).str());
    }
    EXPECT_EQ(seen.size(), 3000u);
    std::string long_host;
    for (int i = 0; i < 100; ++i)
        long_host += "\xed\x95\x9c"; // three bytes per character
    const auto owner = make_owner(runtime, long_host).str();
    EXPECT_LE(owner.size(), max_name_bytes);
    EXPECT_FALSE(name_defect(owner, "owner"));
    EXPECT_EQ(make_owner(runtime, "demo-1").str().substr(0, 7), "demo-1/");
}

} // namespace
} // namespace lockdesk
