// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Several processes on one file.
#include "tests/support/race.h"
#include "tests/unit/first_acquirers.h"
#include "tests/unit/sqlite_fixture.h"

namespace lockdesk::test {

class SqliteProcessesTest : public SqliteTest
{
};

TEST_F(SqliteProcessesTest, OneOfManyFirstAcquirersWins)
{
    init();
    expect_one_first_acquirer([&](const SessionOptions& options) { return try_open(options); });
}

TEST_F(SqliteProcessesTest, ManyMayInstallAtOnce)
{
    const auto exits = race([&](int) {
        SessionOptions options;
        options.without_schema = true;
        options.timeout = 20s;
        auto session = try_open(options);
        if (!session)
            return 5;
        const auto made = (*session)->admin().create_schema();
        if (!made)
            return 6;
        return made->created ? 1 : 0;
    });
    EXPECT_EQ(exits, (std::map<int, int>{{0, racers - 1}, {1, 1}}));
    EXPECT_EQ(asked_by_hand("PRAGMA journal_mode"), "wal");
}

TEST_F(SqliteProcessesTest, EveryTaskIsClaimedOnce)
{
    init();
    constexpr int count = 2000;
    std::vector<NewTask> tasks;
    for (int i = 0; i < count; ++i)
        tasks.push_back(task("t" + std::to_string(i)));
    ASSERT_RESULT(open()->tasks().add(tasks));
    const auto exits = race([&](int i) {
        SessionOptions options;
        options.timeout = 30s;
        auto session = open(options);
        const auto owner = "w" + std::to_string(i);
        for (;;) {
            const auto got = session->tasks().claim(claim(owner.c_str(), 7, "c"));
            if (!got)
                return 5;
            if (got->empty())
                return 0;
        }
    });
    EXPECT_EQ(exits, (std::map<int, int>{{0, racers}}));
    EXPECT_EQ(asked_by_hand("SELECT count(*) FROM lockdesk_tasks WHERE claims = 1 AND token = 1 AND takeovers = 0"),
              std::to_string(count));
}

} // namespace lockdesk::test
