// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/dist_lock.h"
#include "tests/unit/dist_lock_cases.h"
#include "tests/unit/sqlite_fixture.h"

namespace lockdesk::test {

namespace {

const TimePoint now{Duration{1'000'000'000}};
const OwnerId me = OwnerId::trusted("me");

dist_lock::Row row(const char* owner, std::optional<TimePoint> expiry)
{
    return {true, owner ? std::optional<std::string>(owner) : std::nullopt, expiry};
}

} // namespace

TEST(DistLockMatrix, EveryCell)
{
    using dist_lock::Write;
    const auto decide = [](const dist_lock::Row& r) { return dist_lock::decide_acquire(r, me, 30s, now); };
    EXPECT_EQ(decide({}).write, Write::insert);
    EXPECT_EQ(decide(row(nullptr, std::nullopt)).write, Write::update);
    EXPECT_EQ(decide(row("other", std::nullopt)).answer.result, AcquireResult::acquired);
    EXPECT_EQ(decide(row(nullptr, now + 1h)).answer.result, AcquireResult::acquired);
    EXPECT_EQ(decide(row("other", now)).write, Write::update); // expired at this very instant
    const auto busy = decide(row("other", now + 1us));
    EXPECT_EQ(busy.answer.result, AcquireResult::busy);
    EXPECT_EQ(busy.write, Write::none);
    EXPECT_EQ(busy.answer.holder->owner, "other");
    const auto extended = decide(row("me", now + 1s));
    EXPECT_TRUE(extended.answer.extended);
    EXPECT_EQ(extended.expiry, now + 30s);
    EXPECT_FALSE(extended.answer.token);
    const auto kept = decide(row("me", now + 1h));
    EXPECT_EQ(kept.answer.expires_at, now + 1h);
    EXPECT_EQ(kept.write, Write::none);
    EXPECT_FALSE(decide(row("me", now - 1s)).answer.extended);
}

TEST(DistLockMatrix, LeaseChecksInOrder)
{
    const auto release = [](const dist_lock::Row& r, std::int64_t token = 0) {
        return dist_lock::decide_release(r, me, FencingToken{token}, now).answer.result;
    };
    EXPECT_EQ(release({}), LeaseResult::not_owner);
    EXPECT_EQ(release(row("other", now - 1s), 5), LeaseResult::not_owner);
    EXPECT_EQ(release(row("me", now - 1s), 5), LeaseResult::stale);
    EXPECT_EQ(release(row("me", now)), LeaseResult::expired);
    EXPECT_EQ(release(row("me", now + 1us)), LeaseResult::released);
}

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
