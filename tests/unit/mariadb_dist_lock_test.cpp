// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/dist_lock_cases.h"
#include "tests/unit/mariadb_fixture.h"

namespace lockdesk::test {

class MariaDbDistLockTest : public MariaDbTest
{
protected:
    // UTC, as our own sessions read a DATETIME; a TIMESTAMP is the same instant in every time zone.
    DistLockCases m_cases{
        [this](const SessionOptions& options) { return try_open(options); },
        [this](const std::string& sql) { by_hand("SET time_zone = '+00:00'; " + sql); },
        [](int seconds) { return "TIMESTAMPADD(SECOND, " + std::to_string(seconds) + ", UTC_TIMESTAMP(6))"; }};
};

LOCKDESK_DIST_LOCK_CASES(MariaDbDistLockTest, "datetime", "datetime(6)", "timestamp(3)")

TEST_F(MariaDbDistLockTest, AnEndInWholeSecondsIsRoundedUp)
{
    m_cases.create("datetime");
    auto session = m_cases.open();
    EXPECT_EQ(session->capabilities().resolution, 1s);
    const auto got = m_cases.acquire(session->locks(), "job", 1500ms);
    ASSERT_RESULT(got);
    EXPECT_EQ(to_us(*got->expires_at) % 1'000'000, 0);
    EXPECT_GE(*got->expires_at - *got.store_time(), 1500ms);
    EXPECT_LT(*got->expires_at - *got.store_time(), 2500ms);
}

TEST_F(MariaDbDistLockTest, OddRowsDoNotBreakAList)
{
    m_cases.create("datetime(6)");
    by_hand(
        "SET sql_mode = ''; INSERT INTO jobs VALUES ('zeros', 'other', '0000-00-00 00:00:00'), ('nobody', '', '9999-12-31 "
        "23:59:59')");
    auto session = m_cases.open();
    const auto rows = session->locks().list({});
    ASSERT_RESULT(rows);
    EXPECT_EQ(rows->rows.size(), 2U);
    EXPECT_EQ(m_cases.acquire(session->locks(), "zeros")->result, AcquireResult::acquired);
    EXPECT_EQ(m_cases.acquire(session->locks(), "nobody")->result, AcquireResult::busy);
}

// A DATETIME is UTC and a TIMESTAMP an instant, whatever the time zone of the server and its sessions.
TEST_P(MariaDbDistLockTestTypes, AServerTwoHoursAheadChangesNothing)
{
    const auto before = m_cases.open();
    const auto held = m_cases.acquire(before->locks(), "held", 60s);
    by_hand("SET GLOBAL time_zone = '+02:00'");
    const auto after = m_cases.open();
    const auto seen = after->locks().find(LockName::trusted("held"));
    const auto taken = m_cases.acquire(after->locks(), "taken", 60s);
    by_hand("SET GLOBAL time_zone = 'SYSTEM'");
    ASSERT_RESULT(held);
    ASSERT_RESULT(taken);
    EXPECT_EQ((*seen)->expires_at, held->expires_at);
    EXPECT_LE(*taken->expires_at - *taken.store_time(), 61s);
    EXPECT_GE(*taken->expires_at - *taken.store_time(), 60s);
    EXPECT_EQ((*before->locks().find(LockName::trusted("taken")))->expires_at, taken->expires_at);
}

TEST_F(MariaDbDistLockTest, NamesInATableOfOursAreComparedByteByByte)
{
    m_cases.missing_table_says_init();
    auto session = m_cases.open();
    for (const char* name : {"Job", "job", "job "})
        EXPECT_EQ(session->locks().acquire(wish(name, std::string("owner of ") + name, "r"))->result,
                  AcquireResult::acquired)
            << name;
    EXPECT_EQ(session->locks().list({})->rows.size(), 3U);
}

// If the collation of a foreign column treats two names as equal, they are one lock.
TEST_F(MariaDbDistLockTest, NamesInATableOfOthersAreComparedAsItsCollationDoes)
{
    m_cases.create("datetime");
    auto session = m_cases.open();
    EXPECT_EQ(session->locks().acquire(wish("Job", "a", "r"))->result, AcquireResult::acquired);
    const auto busy = session->locks().acquire(wish("job", "b", "r"));
    ASSERT_RESULT(busy);
    EXPECT_EQ(busy->result, AcquireResult::busy);
    EXPECT_EQ(busy->holder->owner, "a");
}

// The server counts deadlocks: first acquirers cause none.
TEST_F(MariaDbDistLockTest, FirstAcquirersNeverDeadlock)
{
    m_cases.create("datetime");
    by_hand("SET GLOBAL innodb_print_all_deadlocks = ON");
    const auto deadlocks = [&] {
        return count_by_hand("SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS "
                             "WHERE VARIABLE_NAME = 'INNODB_DEADLOCKS'");
    };
    const int before = deadlocks();
    m_cases.first_acquirers_never_fail();
    EXPECT_EQ(deadlocks(), before);
}

} // namespace lockdesk::test
