// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "tests/support/rehearsal.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace lockdesk::test {

/// Cases for every SQL store's source `shedlock`. `open` opens a session with these options; `by_hand` runs SQL.
class ShedLockCases
{
public:
    using Open = std::function<Answer<std::unique_ptr<Session>>(const SessionOptions&)>;
    using ByHand = std::function<void(const std::string&)>;
    /// `release` is the prefix of the command that frees the lock `job` of `me`.
    ShedLockCases(Open open, ByHand by_hand,
                  std::string release = "UPDATE jobs SET lock_until = locked_at WHERE name = 'job' AND locked_by = 'me'")
        : m_open(std::move(open)), m_by_hand(std::move(by_hand)), m_release(std::move(release))
    {
        m_options.source = "shedlock:table=jobs";
    }

    void missing_table_says_init()
    {
        const auto session = m_open(m_options);
        ASSERT_TRUE(session.is_error());
        EXPECT_EQ(session.failure().kind, FailureKind::unavailable);
        EXPECT_NE(session.failure().message.find("--source shedlock:table=jobs init"), std::string::npos);
        auto bare = m_options;
        bare.without_schema = true;
        auto admin = m_open(bare);
        ASSERT_TRUE(admin) << admin.failure().message;
        const auto made = (*admin)->admin().create_schema();
        ASSERT_TRUE(made) << made.failure().message;
        EXPECT_TRUE(made->created);
        EXPECT_FALSE((*admin)->admin().create_schema()->created);
    }

    void acquire_and_release()
    {
        auto session = open();
        auto& locks = session->locks();
        const auto got = acquire(locks, me, std::chrono::seconds{30});
        ASSERT_TRUE(got) << got.failure().message;
        EXPECT_EQ(got->result, AcquireResult::acquired);
        EXPECT_EQ(*got->expires_at - *got->acquired_at, std::chrono::seconds{30} + rounding(*got));
        EXPECT_EQ(acquire(locks, me, std::chrono::seconds{30})->result, AcquireResult::busy); // not re-entrant
        const auto busy = acquire(locks, other, std::chrono::seconds{30});
        EXPECT_EQ(busy->result, AcquireResult::busy);
        EXPECT_EQ(busy->holder->owner, "me");
        EXPECT_EQ(busy->expires_at, got->expires_at);
        EXPECT_EQ(locks.renew(job, other, {}, std::chrono::seconds{60})->result, LeaseResult::not_owner);
        EXPECT_EQ(locks.renew(job, me, FencingToken{7}, std::chrono::seconds{60})->result, LeaseResult::stale);
        EXPECT_EQ(locks.renew(job, me, {}, std::chrono::seconds{60})->result, LeaseResult::renewed);
        EXPECT_FALSE(locks.renew(job, me, {}, std::chrono::seconds{10})->extended);
        const auto row = *locks.find(job);
        ASSERT_TRUE(row);
        EXPECT_EQ(row->owner, "me");
        EXPECT_EQ(row->acquired_at, got->acquired_at);
        EXPECT_NE(row->raw.str().find("at-least-for"), std::string::npos);
        EXPECT_EQ(locks.release(job, me, {})->result, LeaseResult::released);
        EXPECT_EQ(locks.release(job, me, {})->result, LeaseResult::expired);
        ASSERT_TRUE(*locks.find(job)); // the row stays
        EXPECT_TRUE((*locks.find(job))->owner.empty());
        EXPECT_EQ(acquire(locks, other, std::chrono::seconds{30})->result, AcquireResult::acquired);
        EXPECT_EQ(locks.release(job, me, {})->result, LeaseResult::not_owner);
        EXPECT_EQ(acquire(locks, me, no_end, std::string(65, 'x')).failure().kind, FailureKind::usage);
        EXPECT_EQ(acquire(locks, me, no_end, "for ever")->result, AcquireResult::acquired);
    }

    void at_least_for_is_cooling()
    {
        auto session = open();
        auto& locks = session->locks();
        ASSERT_TRUE(acquire(locks, me, std::chrono::seconds{30}));
        const auto kept = locks.release(job, me, {}, std::chrono::seconds{20});
        EXPECT_EQ(kept->result, LeaseResult::cooling);
        EXPECT_EQ(acquire(locks, me, std::chrono::seconds{30})->result, AcquireResult::cooling);
        const auto rows = locks.list({});
        ASSERT_EQ(rows->rows.size(), 1U);
        EXPECT_EQ(rows->rows[0].last_owner, "me");
        EXPECT_EQ(rows->rows[0].cooling_until, kept->expires_at);
        EXPECT_TRUE(rows->rows[0].owner.empty());
        EXPECT_EQ(locks.collect(Duration{0}).failure().kind, FailureKind::unsupported);
    }

    void force_release_compares_all()
    {
        auto session = open();
        auto& locks = session->locks();
        const auto got = acquire(locks, me, std::chrono::seconds{30});
        ASSERT_TRUE(got);
        ForceRelease wanted{.name = job, .if_owner = other, .if_token = {}, .reason = "why", .who = "op"};
        EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::changed);
        EXPECT_TRUE(locks.preview_force_release(wanted)->commands.empty());
        wanted.if_owner = me;
        wanted.if_acquired_at = *got->acquired_at - std::chrono::seconds{1};
        EXPECT_EQ(locks.force_release(wanted)->holder->owner, "me");
        wanted.if_acquired_at = got->acquired_at;
        wanted.if_expires_at = got->expires_at;
        const auto preview = locks.preview_force_release(wanted);
        ASSERT_EQ(preview->commands.size(), 1U);
        EXPECT_TRUE(preview->commands[0].starts_with(m_release)) << preview->commands[0];
        EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::released);
        EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::changed);
        EXPECT_EQ(acquire(locks, other, std::chrono::seconds{30})->result, AcquireResult::acquired);
    }

    /// A sheet shows the change itself and meanwhile does not lock the row. `change`: a word of its text.
    void renewal_is_rehearsed(const char* change)
    {
        auto options = m_options;
        options.trace = std::make_shared<StatementTrace>();
        const auto session = m_open(options).value();
        auto& locks = session->locks();
        const auto got = acquire(locks, me, std::chrono::seconds{30});
        ASSERT_TRUE(got);
        ASSERT_EQ(session->rehearsed(), options.trace.get());
        const auto extend = [&] { (void)locks.renew(job, me, {}, std::chrono::seconds{90}); };
        const auto shown = shown_by_rehearsal(*options.trace, extend);
        EXPECT_TRUE(std::any_of(shown.begin(), shown.end(),
                                [&](const SentStatement& one) { return one.text.find(change) != std::string::npos; }));
        EXPECT_EQ((*open()->locks().find(job))->expires_at, got->expires_at);
        extend();
        EXPECT_GT((*open()->locks().find(job))->expires_at, got->expires_at);
        expect_sent_as_shown(shown, *options.trace, true); // the expiry is relative to the instant of the call
    }

    /// `stamp` returns SQL for the database's UTC that many seconds from now.
    void rows_of_others(const std::function<std::string(int)>& stamp)
    {
        auto session = open();
        auto& locks = session->locks();
        const auto put = [&](const std::string& name, int until) {
            m_by_hand("INSERT INTO jobs (name, lock_until, locked_at, locked_by) VALUES ('" + name + "', " + stamp(until)
                      + ", " + stamp(-5) + ", 'pod-7')");
        };
        put("job", 30);
        put("over", -1);
        EXPECT_EQ(acquire(locks, me, std::chrono::seconds{30})->holder->owner, "pod-7");
        EXPECT_EQ(acquire(locks, me, std::chrono::seconds{30}, "over")->result, AcquireResult::acquired);
        const auto left = *(*locks.find(job))->expires_at - *locks.find(job).store_time();
        EXPECT_GT(left, std::chrono::seconds{20});
        EXPECT_LE(left, std::chrono::seconds{30});
    }

    /// Rows that ShedLock never writes, in a table whose columns may be NULL.
    void odd_rows(const std::string& type, const std::function<std::string(int)>& stamp)
    {
        m_by_hand("DROP TABLE jobs");
        m_by_hand("CREATE TABLE jobs (name varchar(64) PRIMARY KEY, lock_until " + type + " NULL, locked_at " + type
                  + " NULL, locked_by varchar(255) NULL)");
        m_by_hand("INSERT INTO jobs (name, lock_until, locked_at, locked_by) VALUES ('until', NULL, " + stamp(-5)
                  + ", 'pod'), ('at', " + stamp(60) + ", NULL, 'pod'), ('by', " + stamp(60) + ", " + stamp(-5)
                  + ", NULL), ('job', NULL, NULL, NULL)");
        auto session = open();
        auto& locks = session->locks();
        const auto rows = locks.list({});
        ASSERT_TRUE(rows) << rows.failure().message;
        ASSERT_EQ(rows->rows.size(), 4U);
        std::map<std::string, std::string> doubts;
        for (const auto& row : rows->rows)
            doubts[row.name] = row.doubt;
        EXPECT_EQ(doubts["at"], "locked_at");
        EXPECT_EQ(doubts["by"], "locked_by");
        EXPECT_NE(doubts["job"], "");
        EXPECT_EQ(acquire(locks, me, std::chrono::seconds{30}, "until")->result, AcquireResult::acquired);
        EXPECT_EQ(acquire(locks, me, std::chrono::seconds{30})->result, AcquireResult::acquired);
        EXPECT_EQ(acquire(locks, me, std::chrono::seconds{30}, "by")->result, AcquireResult::busy);
        EXPECT_EQ(acquire(locks, me, std::chrono::seconds{30}, "at")->result, AcquireResult::busy);
        const ForceRelease wanted{.name = LockName::trusted("at"),
                                  .if_owner = OwnerId::trusted("pod"),
                                  .if_token = {},
                                  .reason = "why",
                                  .who = "op"};
        EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::released);
        EXPECT_EQ(acquire(locks, me, std::chrono::seconds{30}, "at")->result, AcquireResult::acquired);
    }

    /// Every first acquirer gets an answer, and one of them the lock.
    void first_acquirers_never_fail()
    {
        constexpr int threads = 6, names = 20;
        std::atomic<int> acquired = 0;
        std::vector<std::thread> all;
        for (int i = 0; i < threads; ++i)
            all.emplace_back([&, i] {
                auto session = open();
                for (int round = 0; round < names; ++round) {
                    const auto got = acquire(session->locks(), OwnerId::trusted("o" + std::to_string(i)),
                                             std::chrono::seconds{30}, "n" + std::to_string(round));
                    EXPECT_TRUE(got.is_result()) << got.failure().message;
                    acquired += got && got->result == AcquireResult::acquired;
                }
            });
        for (auto& thread : all)
            thread.join();
        EXPECT_EQ(acquired, names);
    }

private:
    std::unique_ptr<Session> open() { return m_open(m_options).value(); }
    static Answer<Acquisition> acquire(Locks& locks, const OwnerId& owner, Duration lease, const std::string& name = "job")
    {
        return locks.acquire({LockName::trusted(name), owner, lease, RequestId::trusted("r")});
    }
    // The expiry is rounded up, the begin down.
    static Duration rounding(const Acquisition& got)
    {
        return *got.expires_at - *got.acquired_at - std::chrono::seconds{30} == std::chrono::milliseconds{1}
                   ? Duration{std::chrono::milliseconds{1}}
                   : Duration{0};
    }

    const OwnerId me = OwnerId::trusted("me"), other = OwnerId::trusted("other");
    const LockName job = LockName::trusted("job");
    Open m_open;
    ByHand m_by_hand;
    std::string m_release;
    SessionOptions m_options;
};

} // namespace lockdesk::test
