// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/bounded_thread.h"
#include "backends/engine/runners/unwaited.h"
#include "tests/support/await.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>

namespace lockdesk {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 10s;

/// Work that hangs until the test lets it go, and notes when all that it owns is destroyed.
struct Hanging
{
    std::promise<void> begun, go;
    std::atomic<bool> destroyed{false};
};

std::function<void()> bodyOf(const std::shared_ptr<Hanging>& work)
{
    // The owned value is deleted with the body; `work` is the test's.
    const std::shared_ptr<int> owned(new int(0), [work](const int* value) {
        delete value;
        work->destroyed = true;
    });
    return [work, owned, wait = work->go.get_future().share()] {
        work->begun.set_value();
        wait.wait();
        *owned = 1;
    };
}

TEST(BoundedThread, StopWaitsForAnEndThatComes)
{
    BoundedThread thread;
    const auto work = std::make_shared<Hanging>();
    thread.start(bodyOf(work));
    work->go.set_value();
    EXPECT_TRUE(thread.stop(patience));
    EXPECT_TRUE(work->destroyed) << "what the body owns is destroyed before it counts as ended";
    EXPECT_EQ(unwaited_threads(), 0) << "joined";
    EXPECT_TRUE(thread.stop(patience)) << "a second time it returns at once";
}

TEST(BoundedThread, StopLeavesAHangingThreadBehindAfterItsBound)
{
    const auto work = std::make_shared<Hanging>();
    const auto begin = std::chrono::steady_clock::now();
    {
        BoundedThread thread;
        thread.start(bodyOf(work));
        work->begun.get_future().wait();
        EXPECT_FALSE(thread.stop(50ms));
        EXPECT_GE(std::chrono::steady_clock::now() - begin, 50ms);
        EXPECT_EQ(unwaited_threads(), 1);
        EXPECT_FALSE(work->destroyed);
        const auto again = std::chrono::steady_clock::now();
        EXPECT_FALSE(thread.stop(patience)) << "it still runs";
        EXPECT_LT(std::chrono::steady_clock::now() - again, 5s) << "and is not waited for again";
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s) << "nor does the destructor wait";
    // The object is gone: the thread uses only what it owns, and ends by itself.
    work->go.set_value();
    EXPECT_TRUE(test::await([] { return unwaited_threads() == 0; }, patience));
    EXPECT_TRUE(work->destroyed);
}

TEST(BoundedThread, TheDestructorDoesNotWait)
{
    const auto work = std::make_shared<Hanging>();
    {
        BoundedThread thread;
        thread.start(bodyOf(work));
    }
    work->go.set_value();
    EXPECT_TRUE(test::await([] { return unwaited_threads() == 0; }, patience));
}

TEST(BoundedThread, ItIsStoppedOnItsOwnThread)
{
    auto thread = std::make_shared<BoundedThread>();
    std::promise<bool> ended;
    auto answer = ended.get_future();
    std::promise<void> started;
    // The body is the last owner: the object is destroyed on its own thread.
    thread->start([&, self = thread, go = started.get_future().share()] {
        go.wait();
        ended.set_value(self->stop(patience));
    });
    thread.reset();
    started.set_value();
    ASSERT_EQ(answer.wait_for(5s), std::future_status::ready) << "it does not wait for itself";
    EXPECT_FALSE(answer.get());
    EXPECT_TRUE(test::await([] { return unwaited_threads() == 0; }, patience));
}

TEST(BoundedThread, ANewStartAbandonsTheLastOne)
{
    BoundedThread thread;
    const auto first = std::make_shared<Hanging>(), second = std::make_shared<Hanging>();
    thread.start(bodyOf(first));
    thread.start(bodyOf(second));
    second->go.set_value();
    EXPECT_TRUE(thread.stop(patience));
    EXPECT_FALSE(first->destroyed);
    EXPECT_EQ(unwaited_threads(), 1);
    first->go.set_value();
    EXPECT_TRUE(test::await([] { return unwaited_threads() == 0; }, patience));
}

TEST(BoundedThread, StopBeforeAStartReturnsAtOnce)
{
    BoundedThread thread;
    EXPECT_TRUE(thread.stop(patience));
}

TEST(BoundedThread, SeveralMayStopIt)
{
    BoundedThread thread;
    const auto work = std::make_shared<Hanging>();
    thread.start(bodyOf(work));
    work->begun.get_future().wait();
    auto other = std::async(std::launch::async, [&] { return thread.stop(patience); });
    work->go.set_value();
    EXPECT_TRUE(thread.stop(patience));
    EXPECT_TRUE(other.get());
}

} // namespace
} // namespace lockdesk
