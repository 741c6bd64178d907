// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/dist_lock.h"
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
    EXPECT_EQ(decide(row("other", now)).write, Write::update); // expired at this very moment
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

class DistLockTest : public SqliteTest
{
protected:
    void SetUp() override
    {
        m_options.source = "dist_lock:table=jobs";
        m_options.without_schema = true;
        ASSERT_TRUE(open(m_options)->admin().create_schema()->created);
        m_options.without_schema = false;
    }
    SessionOptions m_options;
};

TEST_F(DistLockTest, AcquireReleaseAcquire)
{
    auto session = open(m_options);
    auto& locks = session->locks();
    const auto name = LockName::trusted("job");
    for (int i = 0; i < 2; ++i) {
        const auto got = locks.acquire(wish("job", "me", "r"));
        ASSERT_RESULT(got);
        EXPECT_EQ(got->result, AcquireResult::acquired);
        EXPECT_EQ(locks.acquire(wish("job", "other", "r"))->result, AcquireResult::busy);
        EXPECT_EQ(locks.renew(name, me, FencingToken{}, 60s)->result, LeaseResult::renewed);
        EXPECT_EQ(locks.release(name, me, FencingToken{})->result, LeaseResult::released);
        EXPECT_EQ(asked_by_hand("SELECT count(*) FROM jobs WHERE owner IS NULL AND expiry IS NULL"), "1");
    }
    EXPECT_EQ(locks.release(name, me, FencingToken{}, 1s).failure().kind, FailureKind::unsupported);
    EXPECT_EQ(locks.acquire(wish(std::string(101, 'x').c_str(), "me", "r")).failure().kind, FailureKind::usage);
    EXPECT_EQ(session->tasks().rules().failure().kind, FailureKind::unsupported);
}

TEST_F(DistLockTest, ForceReleaseComparesOwnerAndExpiry)
{
    auto session = open(m_options);
    auto& locks = session->locks();
    const auto got = locks.acquire(wish("job", "me", "r"));
    ASSERT_RESULT(got);
    ForceRelease force{
        LockName::trusted("job"), OwnerId::trusted("other"), FencingToken{}, {}, {}, "why", Duration{0}, "op"};
    EXPECT_EQ(locks.force_release(force)->result, ForceResult::changed);
    force.if_owner = me;
    force.if_expires_at = *got->expires_at + 1us;
    EXPECT_EQ(locks.force_release(force)->result, ForceResult::changed);
    force.if_expires_at = got->expires_at;
    EXPECT_EQ(locks.preview_force_release(force)->protection, Protection::none);
    EXPECT_EQ(locks.force_release(force)->result, ForceResult::released);
    EXPECT_FALSE(locks.force_release(force)->holder);
    const auto rows = locks.list({});
    ASSERT_RESULT(rows);
    ASSERT_EQ(rows->rows.size(), 1U);
    EXPECT_EQ(rows->rows[0].source, "dist_lock");
    EXPECT_TRUE(rows->rows[0].owner.empty());
}

TEST_F(DistLockTest, AMissingTableSaysInit)
{
    SessionOptions other;
    other.source = "dist_lock:table=nothere";
    const auto session = try_open(other);
    ASSERT_TRUE(session.is_error());
    EXPECT_NE(session.failure().message.find("--source dist_lock:table=nothere init"), std::string::npos);
}

} // namespace lockdesk::test
