// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/memory/memory_store.h"
#include "backends/memory/virtual_clock.h"
#include "tests/support/sizes.h"

#include <gtest/gtest.h>

#include <thread>

namespace lockdesk {

namespace {

class MemoryStoreTest : public testing::Test
{
protected:
    void SetUp() override { set_up_memory_store(m_name, {m_clock, {}}); }
    void TearDown() override { forget_memory_store(m_name); }

    std::unique_ptr<Session> open(const SessionOptions& options = {})
    {
        m_store = open_memory_store(StoreUrl::parse("memory:" + m_name).value()).value();
        return m_store->open(options).value();
    }
    static AcquireRequest request(const std::string& owner, const std::string& id = "r")
    {
        return {LockName::trusted("job"), OwnerId::trusted(owner), std::chrono::seconds{30}, RequestId::trusted(id)};
    }
    static ClaimRequest claim(const std::string& owner, ClaimStrategy strategy)
    {
        return {TaskKind::trusted("k"), Phase::trusted("p"), 1, OwnerId::trusted(owner), ClaimId::trusted(owner), strategy};
    }
    static void add(Session& session, int count)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i)
            tasks.push_back(
                {TaskId::trusted("t" + std::to_string(1'000'000 + i)), TaskKind::trusted("k"), Phase::trusted("p")});
        ASSERT_EQ(session.tasks().add(tasks)->count, count);
    }

    std::string m_name = "memory_store_test";
    std::shared_ptr<VirtualClock> m_clock = std::make_shared<VirtualClock>();
    std::unique_ptr<Store> m_store;
};

} // namespace

TEST_F(MemoryStoreTest, SessionsOfOneNameShareTheStoreOthersDoNot)
{
    auto first = open();
    EXPECT_EQ(first->locks().acquire(request("a"))->result, AcquireResult::acquired);
    EXPECT_EQ(open()->locks().acquire(request("b"))->result, AcquireResult::busy);
    const auto other = open_memory_store(StoreUrl::parse("memory:another one").value()).value();
    EXPECT_EQ(other->open({}).value()->locks().acquire(request("b"))->result, AcquireResult::acquired);
    forget_memory_store("another one");
}

TEST_F(MemoryStoreTest, TimeIsTheVirtualClocks)
{
    auto session = open();
    const auto a = session->locks().acquire(request("a"));
    EXPECT_EQ(a.store_time(), VirtualClock::default_start);
    m_clock->advance(std::chrono::seconds{30});
    EXPECT_EQ(session->locks().acquire(request("b"))->token, FencingToken(2));
    m_clock->set(VirtualClock::default_start);
    EXPECT_EQ(session->admin().clock()->store, VirtualClock::default_start);
}

TEST_F(MemoryStoreTest, SameCallsGiveTheSameRows)
{
    const auto history = [&] {
        forget_memory_store(m_name);
        m_clock->set(VirtualClock::default_start);
        set_up_memory_store(m_name, {m_clock, {}});
        auto session = open();
        add(*session, 10);
        std::string text;
        for (int i = 0; i < 20; ++i) {
            m_clock->advance(std::chrono::seconds{7});
            const auto claimed = session->tasks().claim(claim("w" + std::to_string(i % 3), ClaimStrategy::atomic));
            for (const auto& t : *claimed)
                text += t.raw;
        }
        return text;
    };
    EXPECT_EQ(history(), history());
}

// The lesson "strategies side by side": two clients read the same task in the gap.
TEST_F(MemoryStoreTest, ReadThenWriteLetsTwoHaveOneTaskAndAVersionDoesNot)
{
    for (const auto strategy : {ClaimStrategy::none, ClaimStrategy::version}) {
        SCOPED_TRACE(word(strategy));
        auto first = open();
        auto second = open();
        add(*first, 1);
        std::vector<TaskRow> inner;
        bool inside = false;
        const auto between = [&](std::string_view) {
            if (!std::exchange(inside, true))
                inner = second->tasks().claim(claim("b", strategy)).value();
        };
        set_up_memory_store(m_name, {m_clock, between});
        const auto outer = first->tasks().claim(claim("a", strategy)).value();
        EXPECT_EQ(inner.size(), 1u);
        EXPECT_EQ(outer.size(), strategy == ClaimStrategy::none ? 1u : 0u);
        set_up_memory_store(m_name, {m_clock, {}});
        forget_memory_store(m_name);
        SetUp();
    }
}

TEST_F(MemoryStoreTest, ManyTasksAreClaimedByIndex)
{
    auto session = open();
    add(*session, test::size_of("memory.tasks"));
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000; ++i) {
        auto r = claim("w" + std::to_string(i), ClaimStrategy::atomic);
        r.returned_first = i % 2 == 0;
        ASSERT_EQ(session->tasks().claim(r)->size(), 1u);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{2}) << "a scan of them takes minutes";
}

TEST_F(MemoryStoreTest, CursorOfAFormerSchemaBringsASnapshot)
{
    auto session = open({.without_schema = true});
    ASSERT_TRUE(session->locks().acquire(request("a")));
    const auto first = session->changes().since({}, Entities::all(), 10).value();
    ASSERT_TRUE(session->admin().drop_schema());
    EXPECT_EQ(session->locks().acquire(request("a")).failure().kind, FailureKind::unavailable);
    ASSERT_TRUE(session->admin().create_schema()->created);
    const auto second = session->changes().since(first.next, Entities::all(), 10).value();
    EXPECT_TRUE(second.snapshot);
    EXPECT_TRUE(second.locks.empty());
}

TEST_F(MemoryStoreTest, FirstCreateSchemaSaysCreated)
{
    auto session = open();
    EXPECT_EQ(session->admin().schema()->version, schema_version);
    EXPECT_TRUE(session->admin().create_schema()->created);
    EXPECT_FALSE(session->admin().create_schema()->created);
}

TEST_F(MemoryStoreTest, ListenerHearsOnlyItsSandbox)
{
    auto session = open();
    const auto id = SandboxId::parse("box").value();
    ASSERT_TRUE(session->admin().create_sandbox(id));
    SessionOptions inside;
    inside.sandbox = id;
    const auto listener = m_store->listen({}, inside).value();
    ASSERT_TRUE(session->locks().acquire(request("a")));
    EXPECT_FALSE(*listener->wait(Duration{0}));
    ASSERT_TRUE(m_store->open(inside).value()->locks().acquire(request("a")));
    EXPECT_TRUE(*listener->wait(Duration{0}));
    EXPECT_FALSE(*listener->wait(Duration{0})) << "told once";
}

TEST_F(MemoryStoreTest, SourceOfAnotherFormatIsUnsupported)
{
    SessionOptions options;
    options.source = "dist_lock";
    open();
    EXPECT_EQ(m_store->open(options).failure().kind, FailureKind::unsupported);
}

} // namespace lockdesk
