// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/mariadb_fixture.h"
#include "tests/unit/shed_lock_test.h"

#include <atomic>
#include <thread>

namespace lockdesk::test {

class MariaDbShedLockTest : public MariaDbTest
{
protected:
    ShedLockCases m_cases{[this](const SessionOptions& options) { return try_open(options); },
                          [this](const std::string& sql) { by_hand(sql); }};
    void SetUp() override { m_cases.missing_table_says_init(); }
};

TEST_F(MariaDbShedLockTest, AcquireAndRelease) { m_cases.acquire_and_release(); }
TEST_F(MariaDbShedLockTest, AtLeastForIsCooling) { m_cases.at_least_for_is_cooling(); }
TEST_F(MariaDbShedLockTest, ForceReleaseComparesAll) { m_cases.force_release_compares_all(); }
TEST_F(MariaDbShedLockTest, RowsOfOthers)
{
    m_cases.rows_of_others(
        [](int seconds) { return "TIMESTAMPADD(SECOND, " + std::to_string(seconds) + ", UTC_TIMESTAMP(3))"; });
}

TEST_F(MariaDbShedLockTest, FirstAcquirersNeverFail)
{
    SessionOptions options;
    options.source = "shedlock:table=jobs";
    std::atomic<int> acquired = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i)
        threads.emplace_back([&, i] {
            auto session = open(options);
            for (int round = 0; round < 20; ++round) {
                const auto got =
                    session->locks().acquire({LockName::trusted("n" + std::to_string(round)),
                                              OwnerId::trusted("o" + std::to_string(i)), 30s, RequestId::trusted("r")});
                EXPECT_TRUE(got.is_result()) << got.failure().message;
                acquired += got && got->result == AcquireResult::acquired;
            }
        });
    for (auto& thread : threads)
        thread.join();
    EXPECT_EQ(acquired, 20);
}

} // namespace lockdesk::test
