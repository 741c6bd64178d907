// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/mariadb_fixture.h"
#include "tests/unit/shed_lock_test.h"

namespace lockdesk::test {

namespace {

std::string stamp(int seconds) { return "TIMESTAMPADD(SECOND, " + std::to_string(seconds) + ", UTC_TIMESTAMP(3))"; }

} // namespace

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
TEST_F(MariaDbShedLockTest, RenewalIsRehearsed) { m_cases.renewal_is_rehearsed("UPDATE jobs"); }
TEST_F(MariaDbShedLockTest, FirstAcquirersNeverFail) { m_cases.first_acquirers_never_fail(); }
TEST_F(MariaDbShedLockTest, RowsOfOthers) { m_cases.rows_of_others(stamp); }
TEST_F(MariaDbShedLockTest, OddRows) { m_cases.odd_rows("timestamp(3)", stamp); }

} // namespace lockdesk::test
