// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/postgres_fixture.h"
#include "tests/unit/shed_lock_test.h"

namespace lockdesk::test {

namespace {

std::string stamp(int seconds) { return "timezone('utc', now()) + interval '" + std::to_string(seconds) + " seconds'"; }

} // namespace

class PostgresShedLockTest : public PostgresTest
{
protected:
    ShedLockCases m_cases{[this](const SessionOptions& options) { return try_open(options); },
                          [this](const std::string& sql) { by_hand(sql); }};
    void SetUp() override { m_cases.missing_table_says_init(); }
};

TEST_F(PostgresShedLockTest, AcquireAndRelease) { m_cases.acquire_and_release(); }
TEST_F(PostgresShedLockTest, AtLeastForIsCooling) { m_cases.at_least_for_is_cooling(); }
TEST_F(PostgresShedLockTest, ForceReleaseComparesAll) { m_cases.force_release_compares_all(); }
TEST_F(PostgresShedLockTest, RenewalIsRehearsed) { m_cases.renewal_is_rehearsed("UPDATE jobs"); }
TEST_F(PostgresShedLockTest, FirstAcquirersNeverFail) { m_cases.first_acquirers_never_fail(); }
TEST_F(PostgresShedLockTest, RowsOfOthers) { m_cases.rows_of_others(stamp); }
TEST_F(PostgresShedLockTest, OddRows) { m_cases.odd_rows("timestamp", stamp); }

} // namespace lockdesk::test
