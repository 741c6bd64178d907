// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/gate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

namespace lockdesk::test {

using namespace std::chrono_literals;
using sqlite::Gate;

namespace {

const std::atomic<bool> calm{false};
SteadyPoint in(Duration d) { return std::chrono::steady_clock::now() + d; }

} // namespace

TEST(SqliteGate, OneForAFileHoweverItIsNamed)
{
    const auto gate = Gate::of("/tmp/a.db");
    EXPECT_EQ(gate, Gate::of("/tmp/../tmp/./a.db"));
    EXPECT_NE(gate, Gate::of("/tmp/b.db"));
}

TEST(SqliteGate, DeadlineAndInterruptEndTheWait)
{
    const auto gate = Gate::of("/tmp/gate-1");
    ASSERT_TRUE(gate->enter(in(1s), calm));
    EXPECT_FALSE(gate->enter(in(10ms), calm));
    std::atomic<bool> interrupted{false};
    std::thread waiter([&] { EXPECT_FALSE(gate->enter(in(60s), interrupted)); });
    interrupted = true;
    waiter.join();
    gate->leave();
    EXPECT_TRUE(gate->enter(in(1s), calm));
    gate->leave();
}

TEST(SqliteGate, NobodyStarvesAndNobodyMeets)
{
    const auto gate = Gate::of("/tmp/gate-2");
    constexpr int threads = 6;
    std::array<std::atomic<int>, threads> turns{};
    std::atomic<int> inside{0};
    std::atomic<bool> met{false};
    const auto until = in(300ms);
    std::vector<std::thread> pool;
    for (int i = 0; i < threads; ++i)
        pool.emplace_back([&, i] {
            while (std::chrono::steady_clock::now() < until) {
                if (!gate->enter(in(10s), calm))
                    return;
                met = met || ++inside > 1;
                ++turns[static_cast<std::size_t>(i)];
                --inside;
                gate->leave();
            }
        });
    for (auto& thread : pool)
        thread.join();
    EXPECT_FALSE(met);
    EXPECT_GT(*std::min_element(turns.begin(), turns.end()), 0);
}

TEST(SqliteGate, ARingEndsAListenersWait)
{
    const auto gate = Gate::of("/tmp/gate-3");
    const auto seen = gate->rings();
    std::thread ringer([&] { gate->ring(); });
    gate->await_ring(seen, in(60s));
    EXPECT_NE(gate->rings(), seen);
    ringer.join();
    gate->await_ring(seen, in(60s)); // already rung
}

} // namespace lockdesk::test
