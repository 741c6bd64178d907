// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/lead.h"
#include "backends/engine/runners/startstop.h"
#include "backends/memory/memory_store.h"
#include "backends/scenarios/turns.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace lockdesk::scenarios {
namespace {

using namespace std::chrono_literals;

struct Sleeper
{
    Sleeper(Turns& turns, std::vector<std::string>& said, std::string who, std::vector<Duration> naps)
    {
        const Turns::Making making(turns);
        thread.start([&turns, &said, who = std::move(who), naps = std::move(naps)](const std::stop_token& stop) {
            for (const Duration nap : naps) {
                if (!turns.sleep(stop, nap))
                    break;
                said.push_back(who); // no mutex needed: they run one at a time
            }
            said.push_back(who + " ends");
        });
    }
    StartStop thread;
};

TEST(Turns, RunOneAtATimeInTheOrderInWhichTheyAreDue)
{
    std::vector<std::string> said;
    Turns turns(1, 7);
    Sleeper a(turns, said, "a", {3s, 3s});
    Sleeper b(turns, said, "b", {2s, 4s});
    EXPECT_TRUE(said.empty());
    turns.go_on(0s);
    EXPECT_EQ(turns.next(), Duration{2s});
    turns.go_on(2s);
    EXPECT_EQ(said, (std::vector<std::string>{"b"}));
    EXPECT_EQ(turns.next(), Duration{3s});
    // Nobody ran for a while, as after a freeze: the earliest due goes first.
    turns.go_on(20s);
    EXPECT_EQ(said, (std::vector<std::string>{"b", "a", "b", "b ends"}));
    EXPECT_EQ(turns.next(), Duration{23s});
    turns.go_on(23s);
    EXPECT_EQ(said.back(), "a ends");
    EXPECT_EQ(turns.next(), std::nullopt);
}

TEST(Turns, AStopAndARingEndAWait)
{
    std::vector<std::string> said;
    Turns turns(1, 7);
    Sleeper a(turns, said, "a", {3s});
    Bell bell;
    StartStop ringed;
    {
        const Turns::Making making(turns);
        ringed.start([&](const std::stop_token& stop) {
            said.push_back(turns.wait(bell, stop, SteadyPoint::max()) == Woken::rung ? "rung" : "else");
        });
    }
    turns.go_on(1s);
    a.thread.request_stop();
    bell.ring();
    EXPECT_EQ(turns.next(), Duration{1s});
    turns.go_on(1s);
    EXPECT_EQ(said, (std::vector<std::string>{"a ends", "rung"}));
}

// A whole Lead with its watchdog: nothing runs by itself, and its owner follows from the seed.
TEST(Turns, TheEnginesLeadIsTheSameInEveryRun)
{
    const auto run = [] {
        std::vector<std::string> lines;
        auto store = open_memory_store(*StoreUrl::parse("memory:turns"));
        Turns turns(5, 4711);
        Lead lead(turns, Access{store->get(), {}},
                  {.name = LockName::trusted("boss"), .lease = 3s, .host = "me", .heartbeat = false},
                  [&](const LeaderEvent& event) { lines.push_back(std::string(word(event.kind)) + " " + event.owner); });
        StartStop thread;
        {
            const Turns::Making making(turns);
            thread.start([&](const std::stop_token& stop) { (void)lead.run([](const JobContext&) { return 0; }, stop); });
        }
        turns.go_on(0s);
        for (int i = 0; i < 20 && turns.next(); ++i)
            turns.go_on(*turns.next());
        {
            const Turns::Making making(turns);
            thread.request_stop();
        }
        turns.go_on(*turns.next());
        EXPECT_EQ(turns.next(), std::nullopt);
        return lines;
    };
    const auto once = run();
    EXPECT_EQ(once, run());
    ASSERT_GT(once.size(), 10U);
    EXPECT_EQ(once.front().substr(0, 16), "elected me/4711/");
    EXPECT_EQ(once.back().substr(0, 9), "resigned ");
}

TEST(Turns, WhatIsLetGoComesToItsEnd)
{
    std::vector<std::string> said;
    Turns turns(1, 7);
    Sleeper a(turns, said, "a", {1h, 1h});
    turns.go_on(0s);
    a.thread.request_stop();
    turns.let_go();
    a.thread.stop();
    EXPECT_EQ(said, (std::vector<std::string>{"a ends"}));
}

} // namespace
} // namespace lockdesk::scenarios
