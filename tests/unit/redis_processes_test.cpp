// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Several processes on one server.
#include "tests/unit/redis_fixture.h"

#include <array>
#include <map>
#include <sys/wait.h>
#include <unistd.h>

namespace lockdesk::test {

namespace {

constexpr int processes = 16;

/// Forks; every child runs `body(number)` once all are there and ends with what it returns. The exit codes, counted.
template <class Body>
std::map<int, int> race(Body body)
{
    std::array<int, 2> start{};
    if (::pipe(start.data()) != 0)
        throw std::runtime_error("pipe");
    std::vector<::pid_t> children;
    for (int i = 0; i < processes; ++i) {
        const auto child = ::fork();
        if (child == 0) {
            ::close(start[1]);
            char c = 0;
            [[maybe_unused]] const auto n = ::read(start[0], &c, 1); // ends when the parent closes the other side
            ::_exit(body(i));
        }
        children.push_back(child);
    }
    ::close(start[0]);
    ::close(start[1]);
    std::map<int, int> exits;
    for (const auto child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        ++exits[WIFEXITED(status) ? WEXITSTATUS(status) : -1];
    }
    return exits;
}

} // namespace

class RedisProcessesTest : public RedisTest
{
};

TEST_F(RedisProcessesTest, OneOfManyFirstAcquirersWins)
{
    init();
    for (int round = 0; round < 50; ++round) {
        const auto name = "new-" + std::to_string(round);
        const auto exits = race([&](int i) {
            SessionOptions options;
            options.timeout = 20s;
            auto session = try_open(options);
            if (!session)
                return 5;
            const auto got = (*session)->locks().acquire(
                {LockName::trusted(name), OwnerId::trusted("p" + std::to_string(i)), 60s, RequestId::trusted("r")});
            if (!got)
                return 5;
            return got->result == AcquireResult::acquired ? 0 : 3;
        });
        ASSERT_EQ(exits, (std::map<int, int>{{0, 1}, {3, processes - 1}})) << "round " << round;
    }
}

TEST_F(RedisProcessesTest, EachTaskIsClaimedOnce)
{
    init();
    std::vector<NewTask> tasks;
    for (int i = 0; i < 5000; ++i)
        tasks.push_back(task("t" + std::to_string(i)));
    auto session = open();
    ASSERT_RESULT(session->tasks().add(tasks));
    const auto exits = race([&](int i) {
        auto own = open();
        for (int n = 0;; ++n) {
            const std::string owner = "w" + std::to_string(i);
            const std::string id = owner + "-" + std::to_string(n);
            const auto strategy = i % 3 == 0 ? ClaimStrategy::plain : i % 3 == 1 ? ClaimStrategy::version : ClaimStrategy::atomic;
            const auto taken = own->tasks().claim(claim(owner.c_str(), 7, id.c_str(), strategy));
            if (!taken)
                return 5;
            if (taken->empty())
                return 0;
        }
    });
    EXPECT_EQ(exits, (std::map<int, int>{{0, processes}}));
    const auto all = session->tasks().list({.filter = {}, .limit = 10'000});
    ASSERT_RESULT(all);
    ASSERT_EQ(all->rows.size(), 5000U);
    for (const TaskRow& row : all->rows)
        ASSERT_EQ(row.claims, 1) << row.id;
}

} // namespace lockdesk::test
