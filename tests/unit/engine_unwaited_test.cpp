// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/unwaited.h"
#include "tests/support/await.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <unistd.h>

namespace lockdesk {
namespace {

using namespace std::chrono_literals;

constexpr int was_destroyed = 77;

struct TellsItsEnd
{
    ~TellsItsEnd() { ::_exit(was_destroyed); }
};

/// A separate program: like main with a static that a thread may be using.
void program(bool leaves_one_behind)
{
    static const TellsItsEnd in_use;
    std::promise<void> begun, never;
    if (leaves_one_behind)
        start_unwaited([&] {
            begun.set_value();
            never.get_future().wait();
        });
    else
        begun.set_value();
    begun.get_future().wait();
    (void)std::fputs("printed", stdout);
    std::exit(end_of_program(3));
}

TEST(UnwaitedThreadsDeathTest, AProgramEndsWithoutDestroyingWhatTheyUse)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(program(true), testing::ExitedWithCode(3), "");
    EXPECT_EXIT(program(false), testing::ExitedWithCode(was_destroyed), "") << "as every program: statics are destroyed";
}

std::atomic<int> of_another_copy{0};

TEST(UnwaitedThreadsDeathTest, ThoseOfAnotherCopyCountToo)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto with_another = [] {
        count_unwaited_also([] { return of_another_copy.load(); });
        of_another_copy = 2;
        if (unwaited_threads() == 2)
            program(false); // ends without destroying
    };
    EXPECT_EXIT(with_another(), testing::ExitedWithCode(3), "");
}

TEST(UnwaitedThreads, CountUntilAllThatTheyHadIsGone)
{
    ASSERT_EQ(unwaited_threads(), 0);
    std::promise<void> go;
    int at_its_end = -1;
    {
        const std::shared_ptr<int> had(new int(1), [&](const int* one) {
            at_its_end = unwaited_threads();
            delete one;
        });
        start_unwaited([had, wait = go.get_future().share()] { wait.wait(); });
    }
    EXPECT_EQ(unwaited_threads(), 1);
    go.set_value();
    EXPECT_TRUE(test::await([] { return unwaited_threads() == 0; }, 10s));
    EXPECT_EQ(at_its_end, 1);
    UnwaitedThread one;
    UnwaitedThread moved(std::move(one));
    EXPECT_EQ(unwaited_threads(), 1);
    moved.done();
    moved.done();
    EXPECT_EQ(unwaited_threads(), 0);
}

} // namespace
} // namespace lockdesk
