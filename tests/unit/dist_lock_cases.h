// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "tests/support/rehearsal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace lockdesk::test {

/// Cases for every SQL store's source `dist_lock`, with the published table and with hand-written rows. `by_hand` runs
/// SQL; `stamp` returns an `expiry` in SQL that many seconds from the server's now.
class DistLockCases
{
public:
    using Open = std::function<Answer<std::unique_ptr<Session>>(const SessionOptions&)>;
    using ByHand = std::function<void(const std::string&)>;
    using Stamp = std::function<std::string(int)>;
    DistLockCases(Open open, ByHand by_hand, Stamp stamp)
        : m_open(std::move(open)), m_by_hand(std::move(by_hand)), m_stamp(std::move(stamp))
    {
        m_options.source = "dist_lock:table=jobs";
    }

    /// Creates the published table, with that type of `expiry`.
    void create(const std::string& type)
    {
        m_by_hand("CREATE TABLE jobs (name varchar(100) NOT NULL PRIMARY KEY, owner varchar(100) NULL, expiry " + type
                  + " NULL)");
    }

    void missing_table_says_init()
    {
        const auto session = m_open(m_options);
        ASSERT_TRUE(session.is_error());
        EXPECT_EQ(session.failure().kind, FailureKind::unavailable);
        EXPECT_NE(session.failure().message.find("--source dist_lock:table=jobs init"), std::string::npos);
        auto bare = m_options;
        bare.without_schema = true;
        auto admin = m_open(bare);
        ASSERT_TRUE(admin) << admin.failure().message;
        const auto made = (*admin)->admin().create_schema();
        ASSERT_TRUE(made) << made.failure().message;
        EXPECT_TRUE(made->created);
        EXPECT_FALSE((*admin)->admin().create_schema()->created);
        EXPECT_EQ((*admin)->admin().drop_schema().failure().kind, FailureKind::unsupported);
        EXPECT_TRUE(open()->locks().list({})->rows.empty());
    }

    void foreign_table_is_left_alone()
    {
        m_by_hand("CREATE TABLE jobs (name varchar(100) PRIMARY KEY, what int)");
        auto bare = m_options;
        bare.without_schema = true;
        EXPECT_TRUE(m_open(bare).value()->admin().create_schema().is_error());
        EXPECT_TRUE(m_open(m_options).is_error());
    }

    /// The whole acquisition matrix over foreign rows: owner and expiry, each set or NULL, past or future.
    void matrix()
    {
        put("owner_null", "NULL", m_stamp(60));
        put("expiry_null", "'other'", "NULL");
        put("both_null", "NULL", "NULL");
        put("mine_expiry_null", "'me'", "NULL");
        put("mine_over", "'me'", m_stamp(-5));
        put("other_over", "'other'", m_stamp(-5));
        put("mine_short", "'me'", m_stamp(20));
        put("mine_long", "'me'", m_stamp(3600));
        put("other_live", "'other'", m_stamp(60));
        auto session = open();
        auto& locks = session->locks();
        for (const char* name :
             {"no_row", "owner_null", "expiry_null", "both_null", "mine_expiry_null", "mine_over", "other_over"}) {
            const auto got = acquire(locks, name);
            ASSERT_TRUE(got) << name << ": " << got.failure().message;
            EXPECT_EQ(got->result, AcquireResult::acquired) << name;
            EXPECT_FALSE(got->extended) << name;
            EXPECT_FALSE(got->token) << name;
            EXPECT_EQ(got->holds, 1) << name;
            expect_left(got, *got->expires_at, 30, name);
            expect_owned(locks, name, *got->expires_at);
        }
        const auto extended = acquire(locks, "mine_short");
        EXPECT_TRUE(extended->extended);
        expect_left(extended, *extended->expires_at, 30, "mine_short");
        const auto kept = acquire(locks, "mine_long");
        EXPECT_EQ(kept->result, AcquireResult::acquired);
        EXPECT_FALSE(kept->extended); // never shortened
        expect_left(kept, *kept->expires_at, 3600, "mine_long");
        const auto busy = acquire(locks, "other_live");
        EXPECT_EQ(busy->result, AcquireResult::busy);
        EXPECT_EQ(busy->holder->owner, "other");
        expect_left(busy, *busy->expires_at, 60, "other_live");
        EXPECT_EQ(locks.list({})->rows.size(), 10U);
    }

    void lease_checks()
    {
        put("mine_over", "'me'", m_stamp(-5));
        put("other_live", "'other'", m_stamp(60));
        put("free", "NULL", "NULL");
        auto session = open();
        auto& locks = session->locks();
        const auto release = [&](const char* name, std::int64_t token = 0) {
            return locks.release(LockName::trusted(name), me, FencingToken{token})->result;
        };
        EXPECT_EQ(release("no_row"), LeaseResult::not_owner);
        EXPECT_EQ(release("free"), LeaseResult::not_owner);
        EXPECT_EQ(release("other_live", 5), LeaseResult::not_owner);
        EXPECT_EQ(release("mine_over", 5), LeaseResult::stale);
        EXPECT_EQ(release("mine_over"), LeaseResult::expired);
        ASSERT_TRUE(acquire(locks, "job"));
        EXPECT_EQ(locks.renew(LockName::trusted("job"), me, {}, std::chrono::seconds{90})->result, LeaseResult::renewed);
        EXPECT_FALSE(locks.renew(LockName::trusted("job"), me, {}, std::chrono::seconds{10})->extended);
        EXPECT_EQ(release("job"), LeaseResult::released);
        EXPECT_EQ(release("job"), LeaseResult::not_owner);
        const auto row = *locks.find(LockName::trusted("job"));
        ASSERT_TRUE(row); // the row stays
        EXPECT_TRUE(row->owner.empty());
        EXPECT_FALSE(row->expires_at);
        EXPECT_EQ(locks.release(LockName::trusted("job"), me, {}, std::chrono::seconds{1}).failure().kind,
                  FailureKind::unsupported);
        EXPECT_EQ(acquire(locks, std::string(101, 'x')).failure().kind, FailureKind::usage);
        EXPECT_EQ(acquire(locks, "for_ever", no_end)->result, AcquireResult::acquired);
        EXPECT_EQ(acquire(locks, "for_ever")->result, AcquireResult::acquired);
    }

    void force_release_compares()
    {
        auto session = open();
        auto& locks = session->locks();
        const auto got = acquire(locks, "job");
        ASSERT_TRUE(got);
        ForceRelease wanted{.name = LockName::trusted("job"),
                            .if_owner = OwnerId::trusted("ME"),
                            .if_token = {},
                            .reason = "why",
                            .who = "op"};
        EXPECT_EQ(locks.force_release(wanted)->holder->owner, "me"); // whatever the column's collation
        wanted.if_owner = me;
        wanted.if_token = FencingToken{3};
        EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::changed);
        wanted.if_token = {};
        wanted.if_expires_at = *got->expires_at + std::chrono::seconds{1};
        EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::changed);
        wanted.if_expires_at = got->expires_at;
        const auto preview = locks.preview_force_release(wanted);
        EXPECT_TRUE(std::any_of(preview->commands.begin(), preview->commands.end(), [](const std::string& command) {
            return command.starts_with("UPDATE jobs SET owner = NULL, expiry = NULL WHERE name = 'job'");
        }));
        EXPECT_EQ(preview->protection, Protection::none);
        EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::released);
        EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::changed);
        wanted.hold_off = std::chrono::seconds{1};
        EXPECT_EQ(locks.force_release(wanted).failure().kind, FailureKind::unsupported);
    }

    /// A sheet shows the change itself and meanwhile does not lock the row.
    void renewal_is_rehearsed()
    {
        auto options = m_options;
        options.trace = std::make_shared<StatementTrace>();
        const auto session = m_open(options).value();
        auto& locks = session->locks();
        const auto got = acquire(locks, "job");
        ASSERT_TRUE(got);
        ASSERT_EQ(session->rehearsed(), options.trace.get());
        const auto extend = [&] { (void)locks.renew(LockName::trusted("job"), me, {}, std::chrono::seconds{90}); };
        const auto shown = shown_by_rehearsal(*options.trace, extend);
        EXPECT_TRUE(std::any_of(shown.begin(), shown.end(),
                                [](const SentStatement& one) { return one.text.starts_with("UPDATE jobs"); }));
        EXPECT_EQ((*open()->locks().find(LockName::trusted("job")))->expires_at, got->expires_at);
        extend();
        EXPECT_GT((*open()->locks().find(LockName::trusted("job")))->expires_at, got->expires_at);
        // The expiry is relative to the instant of the call, and SQLite has it in its text.
        expect_sent_as_shown(shown, *options.trace, true);
    }

    void first_acquirers_never_fail()
    {
        constexpr int threads = 6, names = 20;
        std::atomic<int> acquired = 0, busy = 0;
        std::vector<std::thread> all;
        for (int i = 0; i < threads; ++i)
            all.emplace_back([&, i] {
                auto session = open();
                for (int round = 0; round < names; ++round) {
                    const auto got = session->locks().acquire({LockName::trusted("n" + std::to_string(round)),
                                                               OwnerId::trusted("o" + std::to_string(i)),
                                                               std::chrono::seconds{30}, RequestId::trusted("r")});
                    EXPECT_TRUE(got.is_result()) << got.failure().message;
                    acquired += got && got->result == AcquireResult::acquired;
                    busy += got && got->result == AcquireResult::busy;
                }
            });
        for (auto& thread : all)
            thread.join();
        EXPECT_EQ(acquired, names);
        EXPECT_EQ(busy, (threads - 1) * names);
    }

    std::unique_ptr<Session> open() { return m_open(m_options).value(); }
    static Answer<Acquisition> acquire(Locks& locks, const std::string& name, Duration lease = std::chrono::seconds{30})
    {
        return locks.acquire({LockName::trusted(name), OwnerId::trusted("me"), lease, RequestId::trusted("r")});
    }

private:
    void put(const std::string& name, const std::string& owner, const std::string& expiry)
    {
        m_by_hand("INSERT INTO jobs (name, owner, expiry) VALUES ('" + name + "', " + owner + ", " + expiry + ")");
    }
    template <class T> static void expect_left(const Answer<T>& answer, TimePoint end, int seconds, const char* what)
    {
        ASSERT_TRUE(answer.store_time()) << what;
        const auto left = end - *answer.store_time();
        EXPECT_GT(left, std::chrono::seconds{seconds - 15}) << what; // rows were written a while ago
        EXPECT_LE(left, std::chrono::seconds{seconds + 1}) << what;  // rounded up
    }
    static void expect_owned(Locks& locks, const char* name, TimePoint end)
    {
        const auto row = *locks.find(LockName::trusted(name));
        ASSERT_TRUE(row) << name;
        EXPECT_EQ(row->owner, "me") << name;
        EXPECT_EQ(row->expires_at, end) << name; // the stored value equals the answer
        EXPECT_EQ(row->doubt, "") << name;
    }

    const OwnerId me = OwnerId::trusted("me");
    Open m_open;
    ByHand m_by_hand;
    Stamp m_stamp;
    SessionOptions m_options;
};

/// The same cases for every type of a table's `expiry`; `Fixture` provides `m_cases`.
#define LOCKDESK_DIST_LOCK_CASES(Fixture, ...)                                                                              \
    class Fixture##Types : public Fixture, public testing::WithParamInterface<const char*>                                  \
    {                                                                                                                       \
        void SetUp() override { m_cases.create(GetParam()); }                                                               \
    };                                                                                                                      \
    TEST_P(Fixture##Types, Matrix) { m_cases.matrix(); }                                                                    \
    TEST_P(Fixture##Types, LeaseChecks) { m_cases.lease_checks(); }                                                         \
    TEST_P(Fixture##Types, ForceReleaseCompares) { m_cases.force_release_compares(); }                                      \
    TEST_P(Fixture##Types, RenewalIsRehearsed) { m_cases.renewal_is_rehearsed(); }                                          \
    TEST_P(Fixture##Types, FirstAcquirersNeverFail) { m_cases.first_acquirers_never_fail(); }                               \
    INSTANTIATE_TEST_SUITE_P(PublishedTable, Fixture##Types, testing::Values(__VA_ARGS__), [](const auto& of) {             \
        std::string name = of.param;                                                                                        \
        std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });                       \
        return name;                                                                                                        \
    });                                                                                                                     \
    TEST_F(Fixture, MissingTableSaysInit) { m_cases.missing_table_says_init(); }                                            \
    TEST_F(Fixture, ForeignTableIsLeftAlone) { m_cases.foreign_table_is_left_alone(); }

} // namespace lockdesk::test
