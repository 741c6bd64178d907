// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Several processes on one server.
#include "tests/support/race.h"
#include "tests/unit/first_acquirers.h"
#include "tests/unit/redis_fixture.h"

namespace lockdesk::test {

class RedisProcessesTest : public RedisTest
{
};

TEST_F(RedisProcessesTest, OneOfManyFirstAcquirersWins)
{
    init();
    expect_one_first_acquirer([&](const SessionOptions& options) { return try_open(options); });
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
            const auto strategy = i % 3 == 0   ? ClaimStrategy::plain
                                  : i % 3 == 1 ? ClaimStrategy::version
                                               : ClaimStrategy::atomic;
            const auto taken = own->tasks().claim(claim(owner.c_str(), 7, id.c_str(), strategy));
            if (!taken)
                return 5;
            if (taken->empty())
                return 0;
        }
    });
    EXPECT_EQ(exits, (std::map<int, int>{{0, racers}}));
    const auto all = session->tasks().list({.filter = {}, .limit = 10'000});
    ASSERT_RESULT(all);
    ASSERT_EQ(all->rows.size(), 5000U);
    for (const TaskRow& row : all->rows)
        ASSERT_EQ(row.claims, 1) << row.id;
}

} // namespace lockdesk::test
