// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/dist_lock.h"
#include "tests/unit/dist_lock_cases.h"
#include "tests/unit/sqlite_fixture.h"

namespace lockdesk::test {

TEST(DistLockOptions, TableNames)
{
    EXPECT_EQ(dist_lock::parse_options("dist_lock")->table, "dist_lock");
    EXPECT_EQ(dist_lock::parse_options("dist_lock:table=app.locks")->table, "app.locks");
    EXPECT_TRUE(dist_lock::parse_options("dist_lock:table=a;drop").is_error());
    EXPECT_TRUE(dist_lock::parse_options("dist_lock:table=").is_error());
    EXPECT_TRUE(dist_lock::parse_options("dist_lock:tbl=x").is_error());
    EXPECT_FALSE(dist_lock::is_source("dist_locks"));
}

class SqliteDistLockTest : public SqliteTest
{
protected:
    DistLockCases m_cases{[this](const SessionOptions& options) { return try_open(options); },
                          [this](const std::string& sql) { by_hand(sql); },
                          [](int seconds) {
                              return "CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER) + "
                                     + std::to_string(seconds) + " * 1000000";
                          }};
};

LOCKDESK_DIST_LOCK_CASES(SqliteDistLockTest, "INTEGER")

TEST_F(SqliteDistLockTest, OtherConcernsAreUnsupported)
{
    m_cases.create("INTEGER");
    EXPECT_EQ(m_cases.open()->tasks().rules().failure().kind, FailureKind::unsupported);
}

} // namespace lockdesk::test
