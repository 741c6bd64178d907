// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The facade on every store: locks, what happens when they are lost, and the fence in transactions of the client libraries.
#include "tests/embedding/own_database.h"
#include "tests/support/await.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <future>
#include <set>
#include <thread>

namespace lockdesk::test {

namespace {

using namespace std::chrono_literals;
using embedding::Desk;
using embedding::Held;
using embedding::Mutex;
using embedding::Once;
using embedding::Released;

std::size_t threads_of_this_process()
{
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

} // namespace

class EmbeddingTest : public testing::TestWithParam<std::string>
{
protected:
    static void TearDownTestSuite() { m_store.reset(); }

    EmbeddingTest()
    {
        if (!m_store || m_store->kind() != GetParam())
            m_store = std::make_unique<LiveStore>(GetParam());
        m_store->clean();
        m_desk = std::make_unique<Desk>(embedding::connect(m_store->url()));
    }
    [[nodiscard]] static LiveStore& store() { return *m_store; }
    [[nodiscard]] const Desk& desk() const { return *m_desk; }
    [[nodiscard]] bool has_transactions() const { return GetParam() != "redlock"; }
    Mutex mutex(const std::string& name, Duration lease = 30s) const { return Mutex(*m_desk, name, {lease, {}}); }

    // Another takes the lock while the first still believes in its own.
    Held steal(const std::string& name) const
    {
        store().by_hand(store().delete_by_hand(name));
        return Mutex(*m_desk, name).try_acquire();
    }

    static std::unique_ptr<LiveStore> m_store;
    std::unique_ptr<Desk> m_desk;
};

std::unique_ptr<LiveStore> EmbeddingTest::m_store;

TEST_P(EmbeddingTest, HeldIsTrueOnlyWhenAcquired)
{
    Mutex nightly(desk(), "nightly");
    auto held = nightly.try_lock_for(1s);
    ASSERT_TRUE(held);
    Mutex same(desk(), "nightly");
    EXPECT_FALSE(same.try_acquire());
    EXPECT_FALSE(same.try_lock_for(50ms));
    EXPECT_FALSE(same.try_lock());
    EXPECT_FALSE(nightly.try_acquire()) << "not recursive";
    EXPECT_FALSE(held.lost().stop_requested());
    EXPECT_EQ(held.release(), Released::released);
    EXPECT_FALSE(held);
    EXPECT_TRUE(same.try_acquire());
}

TEST_P(EmbeddingTest, ItsEndReleases)
{
    Mutex nightly(desk(), "nightly");
    {
        const auto held = nightly.try_acquire();
        ASSERT_TRUE(held);
    }
    auto first = nightly.try_acquire();
    ASSERT_TRUE(first);
    Held moved = std::move(first);
    EXPECT_FALSE(first); // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(moved);
    moved = Held();
    EXPECT_TRUE(nightly.try_acquire());
}

TEST_P(EmbeddingTest, ScopedLockTakesTwo)
{
    Mutex a(desk(), "a"), b(desk(), "b");
    {
        const std::scoped_lock both(a, b);
        EXPECT_TRUE(a.held());
        EXPECT_FALSE(mutex("a").try_lock());
        EXPECT_FALSE(mutex("b").try_lock());
    }
    EXPECT_THROW((void)a.held(), embedding::Error);
    EXPECT_TRUE(mutex("a").try_acquire());
    EXPECT_TRUE(mutex("b").try_acquire());
}

// Every thread's critical section by itself, with both orders of two locks.
TEST_P(EmbeddingTest, ScopedLocksOfThreadsExcludeEachOther)
{
    Mutex a(desk(), "a"), b(desk(), "b");
    std::atomic<int> inside = 0, most = 0;
    const auto work = [&](Mutex& first, Mutex& second) {
        for (int i = 0; i < 3; ++i) {
            const std::scoped_lock both(first, second);
            most = std::max(most.load(), ++inside);
            --inside;
        }
    };
    std::thread one([&] { work(a, b); }), other([&] { work(b, a); });
    one.join();
    other.join();
    EXPECT_EQ(most, 1);
}

TEST_P(EmbeddingTest, ALockIsRenewedPastItsLease)
{
    Mutex nightly = mutex("nightly", 1500ms); // a machine that stands still for a second loses none
    auto held = nightly.try_acquire();
    ASSERT_TRUE(held);
    const auto end = std::chrono::steady_clock::now() + 3500ms;
    EXPECT_TRUE(await([&] { return std::chrono::steady_clock::now() >= end || !held; }));
    EXPECT_TRUE(held) << held.why_lost();
    EXPECT_FALSE(mutex("nightly").try_acquire());
    EXPECT_EQ(held.release(), Released::released);
}

TEST_P(EmbeddingTest, ALostLeaseRequestsAStop)
{
    if (!has_transactions())
        GTEST_SKIP() << "a Redlock renews nothing that is gone on one server alone; see redlock_store_test";
    Mutex nightly = mutex("nightly", 600ms);
    nightly.lock();
    std::atomic<bool> heard = false;
    const std::stop_callback callback(nightly.held().lost(), [&] { heard = true; });
    auto newer = steal("nightly");
    EXPECT_TRUE(newer);
    EXPECT_TRUE(await([&] { return heard.load(); }));
    EXPECT_FALSE(nightly.held());
    EXPECT_NE(nightly.held().why_lost(), "");
    EXPECT_EQ(nightly.unlock(), Released::lost);
    EXPECT_TRUE(newer) << "the late release is not that of another";
}

TEST_P(EmbeddingTest, ManyLocksShareTwoThreads)
{
    std::vector<std::unique_ptr<Mutex>> mutexes;
    std::vector<Held> held;
    const auto take = [&](int count) {
        for (int i = 0; i < count; ++i) {
            mutexes.push_back(std::make_unique<Mutex>(desk(), "many/" + std::to_string(mutexes.size())));
            held.push_back(mutexes.back()->try_acquire());
            ASSERT_TRUE(held.back());
        }
    };
    take(2);
    const auto before = threads_of_this_process();
    take(30);
    EXPECT_LE(threads_of_this_process(), before + 1) << "client libraries may start one";
}

TEST_P(EmbeddingTest, WaitingEndsWithTheHolder)
{
    auto held = mutex("nightly").try_acquire();
    ASSERT_TRUE(held);
    auto waiter = std::async(std::launch::async, [&] { return mutex("nightly").try_lock_for(20s).token(); });
    EXPECT_EQ(waiter.wait_for(200ms), std::future_status::timeout);
    held.release();
    ASSERT_EQ(waiter.wait_for(20s), std::future_status::ready);
    waiter.get();

    std::stop_source stop;
    held = mutex("nightly").try_acquire();
    auto stopped = std::async(std::launch::async, [&] { return bool{mutex("nightly").acquire(stop.get_token())}; });
    EXPECT_EQ(stopped.wait_for(100ms), std::future_status::timeout);
    stop.request_stop();
    EXPECT_FALSE(stopped.get());
}

TEST_P(EmbeddingTest, RunOnceSkipsWhereAnotherRuns)
{
    int runs = 0;
    const auto count = [&](Held& held) {
        EXPECT_TRUE(held);
        ++runs;
    };
    EXPECT_EQ(embedding::run_once(desk(), "report", {.at_least = 20s}, count), Once::ran);
    EXPECT_EQ(embedding::run_once(desk(), "report", {.at_least = 20s}, count), Once::skipped);
    const auto held = mutex("other").try_acquire();
    EXPECT_EQ(embedding::run_once(desk(), "other", {}, count), Once::skipped);
    EXPECT_THROW(embedding::run_once(desk(), "third", {}, [](Held&) { throw std::runtime_error("broken"); }),
                 std::runtime_error);
    EXPECT_TRUE(mutex("third").try_acquire()) << "released";
}

TEST_P(EmbeddingTest, TheEndIsBoundedWhereTheStoreIsSilent)
{
    if (GetParam() == "sqlite")
        GTEST_SKIP() << "a file is never silent";
    const Desk hasty = embedding::connect(store().url(), {.timeout = 500ms});
    Mutex nightly(hasty, "nightly", {.lease = 900ms});
    auto held = nightly.try_acquire();
    ASSERT_TRUE(held);
    store().freeze();
    EXPECT_TRUE(await([&] { return held.lost().stop_requested(); })) << "by the deadline on our own clock";
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(held.release(), Released::lost);
    EXPECT_FALSE(nightly.ask(Duration{0}).is_result());
    EXPECT_LT(std::chrono::steady_clock::now() - start, 8s);
    store().thaw();
    EXPECT_TRUE(nightly.try_lock_for(20s));
}

TEST_P(EmbeddingTest, WhatReadsAsLostIsReleasedAsLost)
{
    if (GetParam() == "sqlite")
        GTEST_SKIP() << "a file is never silent";
    const Desk hasty = embedding::connect(store().url(), {.timeout = 500ms});
    Mutex nightly(hasty, "nightly", {.lease = 900ms});
    auto held = nightly.try_acquire();
    ASSERT_TRUE(held);
    store().freeze();
    // Without a pause: no thread has reported the loss in the first moment after the deadline.
    const auto patient = std::chrono::steady_clock::now() + 10s;
    while (held && std::chrono::steady_clock::now() < patient) {
    }
    EXPECT_EQ(held.release(), Released::lost);
    store().thaw();
}

TEST_P(EmbeddingTest, MistakesAreErrors)
{
    EXPECT_THROW(Mutex(desk(), ""), embedding::Error);
    EXPECT_THROW(mutex("short", 10ms), embedding::Error);
    EXPECT_EQ(embedding::try_connect("what://ever").failure().kind, FailureKind::usage);
    Held nothing;
    EXPECT_THROW(nothing.require(), embedding::Error);
    EXPECT_EQ(nothing.release(), Released::released);
    try {
        desk().outbox().add("mail", "\xff\xfe");
        ADD_FAILURE() << "not every store could keep it";
    } catch (const embedding::Error& error) {
        EXPECT_EQ(error.kind(), FailureKind::usage) << error.what();
    }
}

INSTANTIATE_TEST_SUITE_P(Stores, EmbeddingTest, testing::ValuesIn(kinds_under_test()),
                         [](const auto& info) { return info.param; });

} // namespace lockdesk::test
