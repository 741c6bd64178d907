// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/wait_graph.h"

#include <gtest/gtest.h>

#include <map>

namespace lockdesk {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint watched_at = time_from_us(1'795'238'591'000'000);

struct Waits
{
    std::map<std::string, LockRow> locks;
    std::vector<WaiterRow> waiters;
    std::vector<DatabaseWait> database;

    LockRow& hold(const std::string& name, const std::string& owner)
    {
        LockRow& row = locks[name];
        row.name = name;
        row.owner = owner;
        row.lease = 30s;
        row.acquired_at = watched_at - 5s;
        row.expires_at = watched_at + 25s;
        return row;
    }
    void wait(const std::string& owner, const std::string& name, Duration since = 1s)
    {
        waiters.push_back({name, owner, watched_at - since, watched_at + 10s});
    }
    void wait_in_database(const std::string& waiter, const std::string& holder)
    {
        DatabaseWait wait;
        wait.waiter.id = waiter;
        wait.holder.id = holder;
        wait.what = "row of orders";
        database.push_back(wait);
    }
    [[nodiscard]] WaitGraph graph() const
    {
        return wait_graph(
            waiters,
            [this](const std::string& name) {
                const auto found = locks.find(name);
                return found == locks.end() ? nullptr : &found->second;
            },
            database, watched_at);
    }
    [[nodiscard]] std::vector<std::string> cycles() const
    {
        std::vector<std::string> out;
        const WaitGraph found = graph();
        for (const WaitCycle& cycle : found.cycles)
            out.push_back(english_evidence(cycle_text(found, cycle), watched_at));
        return out;
    }
};

using Texts = std::vector<std::string>;

TEST(WaitGraph, AChainIsNoCycle)
{
    Waits s;
    s.hold("x", "a");
    s.hold("y", "b");
    s.wait("b", "x");
    s.wait("c", "y");
    s.wait("d", "free");
    EXPECT_EQ(s.graph().edges.size(), 3u);
    EXPECT_EQ(s.cycles(), Texts{});
    for (const WaitEdge& edge : s.graph().edges)
        EXPECT_EQ(edge.cycle, 0);
}

TEST(WaitGraph, TwoOwnersThatWaitForEachOther)
{
    Waits s;
    s.hold("x", "a");
    s.hold("y", "b");
    s.wait("z", "x", 20s);
    s.wait("a", "y");
    s.wait("b", "x");
    EXPECT_EQ(s.cycles(), Texts{"a waits for y, which b holds; b waits for x, which a holds"});
    const WaitGraph graph = s.graph();
    EXPECT_EQ(graph.edges[0].cycle, 1);
    EXPECT_EQ(graph.edges[1].cycle, 1);
    EXPECT_EQ(graph.edges[2].waiter, "z") << "it waits for the cycle, and is no part of it";
    EXPECT_EQ(graph.edges[2].cycle, 0);
}

TEST(WaitGraph, AnOwnerThatWaitsForItself)
{
    Waits s;
    s.hold("x", "a");
    s.wait("a", "x");
    EXPECT_EQ(s.cycles(), Texts{"a waits for x, which a holds"});
}

TEST(WaitGraph, ALockWhoseLeaseHasEndedHoldsNobodyUp)
{
    Waits s;
    s.hold("x", "a");
    s.hold("y", "b").expires_at = watched_at - 1s;
    s.wait("a", "y");
    s.wait("b", "x");
    EXPECT_EQ(s.graph().edges.size(), 2u);
    EXPECT_EQ(s.cycles(), Texts{});
}

TEST(WaitGraph, AWaiterThatGaveUpIsNone)
{
    Waits s;
    s.hold("x", "a");
    s.hold("y", "b");
    s.wait("a", "y");
    s.wait("b", "x");
    s.waiters.back().until = watched_at;
    EXPECT_EQ(s.graph().edges.size(), 1u);
    EXPECT_EQ(s.cycles(), Texts{});
}

TEST(WaitGraph, SessionsOfTheDatabase)
{
    Waits s;
    s.wait_in_database("10", "11");
    s.wait_in_database("11", "12");
    s.wait_in_database("12", "10");
    s.wait_in_database("13", "10");
    EXPECT_EQ(s.cycles(), Texts{"session 10 waits for row of orders, which session 11 holds; session 11 waits for row of orders, "
                                "which session 12 holds; session 12 waits for row of orders, which session 10 holds"});
}

// The owner of a session lock is the session that holds it.
TEST(WaitGraph, ACycleThroughBothLayers)
{
    Waits s;
    LockSession session;
    session.id = "10";
    s.hold("named", "a").session = session;
    s.wait("session 11", "named");
    s.wait_in_database("10", "11");
    EXPECT_EQ(s.cycles(), Texts{"a waits for row of orders, which session 11 holds; session 11 waits for named, which a holds"});
}

TEST(WaitGraph, EachKnotGivesOneShortestCycle)
{
    Waits s;
    for (const char* name : {"1", "2", "3", "4"})
        s.hold(name, std::string("o") + name);
    s.wait("o1", "2");
    s.wait("o2", "3");
    s.wait("o3", "1");
    s.wait("o2", "1"); // the short way back
    s.hold("5", "o5");
    s.hold("6", "o6");
    s.wait("o5", "6");
    s.wait("o6", "5");
    EXPECT_EQ(s.cycles().size(), 2u);
    EXPECT_EQ(s.cycles()[0], "o1 waits for 2, which o2 holds; o2 waits for 1, which o1 holds");
}

TEST(WaitGraph, ALongChainTakesNoStack)
{
    Waits s;
    constexpr int length = 9'000;
    for (int i = 0; i < length; ++i) {
        s.hold(std::to_string(i), "o" + std::to_string(i));
        s.wait("o" + std::to_string(i), std::to_string((i + 1) % length));
    }
    const WaitGraph graph = s.graph();
    ASSERT_EQ(graph.cycles.size(), 1u);
    EXPECT_EQ(graph.cycles[0].edges.size(), static_cast<std::size_t>(length));
}

} // namespace
} // namespace lockdesk
