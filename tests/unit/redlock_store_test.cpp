// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/guard.h"
#include "backends/redis/redis_store.h"
#include "backends/redlock/redlock_store.h"
#include "backends/redlock/verdict.h"
#include "tests/support/await.h"
#include "tests/support/rehearsal.h"
#include "tests/support/servers.h"
#include "tests/support/tcp_proxy.h"

#include <gtest/gtest.h>

namespace lockdesk::test {

namespace {

using namespace std::chrono_literals;

const LockName job = LockName::trusted("job");
const OwnerId me = OwnerId::trusted("me"), other = OwnerId::trusted("other");
constexpr FencingToken none{};

AcquireRequest wish(const OwnerId& owner, Duration lease = 30s) { return {job, owner, lease, RequestId::trusted("r")}; }

} // namespace

TEST(RedlockVerdict, Validity)
{
    EXPECT_EQ(redlock::validity({10s, 20s}, 3, 0s), 0s);
    EXPECT_EQ(redlock::validity({10s, 30s, 20s}, 3, 1s), 10s - 1s - 100ms - 2ms);
    EXPECT_EQ(redlock::validity({10s, 30s, 20s, 40s}, 3, 0s), 20s - 200ms - 2ms);
    EXPECT_EQ(redlock::validity({no_end, no_end, 1s}, 2, 1s), no_end);
    EXPECT_LE(redlock::validity({300ms}, 1, 296ms), 0ms);
}

TEST(RedlockUrl, Servers)
{
    const auto open = [](const char* url) { return open_redlock_store(StoreUrl::parse(url).value(), open_redis_store); };
    EXPECT_TRUE(open("redlock://h1:1,h2:2,h3"));
    EXPECT_EQ(open("redlock://").failure().kind, FailureKind::usage);
    EXPECT_EQ(open("redlock://h1:1,h1:1").failure().kind, FailureKind::usage);
    EXPECT_EQ(open("redlock://h1:1,:2").failure().kind, FailureKind::usage);
    EXPECT_EQ(open("redlock://h1:1,h2:x").failure().kind, FailureKind::usage);
}

// Otherwise a network failure at the wrong moment would be taken for missing rights, which no retry cures.
TEST(RedlockIdentity, AGreetingThatIsCutSaysNothingOfTheServer)
{
    const auto server = start_redis({.settings = {}, .may_use_existing = false});
    TcpProxy proxy(server->port());
    const auto store =
        open_redis_store(StoreUrl::parse("redis://127.0.0.1:" + std::to_string(proxy.port()) + "/0").value()).value();
    SessionOptions options;
    options.source = "string";
    options.timeout = 500ms;
    const auto session = store->open(options).value();
    const auto id = session->capabilities().server_id;
    ASSERT_NE(id, "");
    proxy.answer_only(1);
    server->kill();
    // One call notices the lost connection, the next one at the latest greets again, which is never answered.
    for (int calls = 0; calls < 3; ++calls) {
        const auto answer = session->locks().find(job);
        ASSERT_FALSE(answer);
        EXPECT_EQ(answer.failure().kind, FailureKind::unavailable);
    }
    ASSERT_GE(proxy.accepted(), 2);
    EXPECT_EQ(session->capabilities().server_id, id);
}

class RedlockTest : public testing::Test
{
protected:
    RedlockTest()
    {
        std::string url = "redlock://";
        for (int i = 0; i < 5; ++i) {
            m_servers.push_back(start_redis({.settings = {}, .may_use_existing = false}));
            url += (i > 0 ? ",127.0.0.1:" : "127.0.0.1:") + std::to_string(m_servers.back()->port());
        }
        m_store = open_redlock_store(StoreUrl::parse(url).value(), open_redis_store).value();
    }
    std::unique_ptr<Session> open(Duration timeout = 5s) const
    {
        SessionOptions options;
        options.timeout = timeout;
        return m_store->open(options).value();
    }
    /// Opens the plain keys of one server, like another client.
    std::unique_ptr<Session> at(std::size_t server) const
    {
        SessionOptions options;
        options.source = "string";
        const auto store = open_redis_store(StoreUrl::parse(m_servers[server]->url()).value()).value();
        return store->open(options).value();
    }
    int holding(const OwnerId& owner) const
    {
        int count = 0;
        for (std::size_t i = 0; i < m_servers.size(); ++i) {
            const auto row = *at(i)->locks().find(job);
            count += row && row->owner == owner.str();
        }
        return count;
    }

    SystemRuntime m_runtime;
    std::vector<std::unique_ptr<TestServer>> m_servers;
    std::unique_ptr<Store> m_store;
};

TEST_F(RedlockTest, HoldsOnAllAndExcludes)
{
    auto session = open();
    auto& locks = session->locks();
    const auto got = locks.acquire(wish(me));
    ASSERT_TRUE(got) << got.failure().message;
    EXPECT_EQ(got->result, AcquireResult::acquired);
    EXPECT_FALSE(got->token);
    EXPECT_LE(*got->expires_at - *got.store_time(), 30s - 302ms);
    EXPECT_GT(*got->expires_at - *got.store_time(), 28s);
    EXPECT_TRUE(await([&] { return holding(me) == 5; }));
    const auto busy = open()->locks().acquire(wish(other));
    EXPECT_EQ(busy->result, AcquireResult::busy);
    EXPECT_EQ(busy->holder->owner, "me");
    EXPECT_EQ(locks.acquire(wish(me, 60s))->extended, true);
    EXPECT_EQ(locks.renew(job, me, none, 90s)->result, LeaseResult::renewed);
    EXPECT_EQ(locks.renew(job, other, none, 90s)->result, LeaseResult::not_owner);
    EXPECT_EQ(locks.renew(job, me, FencingToken{3}, 90s)->result, LeaseResult::stale);
    EXPECT_EQ(locks.release(job, other, none)->result, LeaseResult::not_owner);
    EXPECT_EQ(holding(me), 5);
    EXPECT_EQ(locks.release(job, me, none)->result, LeaseResult::released);
    EXPECT_EQ(holding(me), 0);
    EXPECT_EQ(locks.release(job, me, none)->result, LeaseResult::not_owner);
}

// Shown once, as it is the same on every server; it has no effect, not even when a frozen server continues meanwhile.
TEST_F(RedlockTest, RenewalIsRehearsed)
{
    SessionOptions options;
    options.timeout = 5s;
    options.trace = std::make_shared<StatementTrace>();
    const auto session = m_store->open(options).value();
    auto& locks = session->locks();
    const auto got = locks.acquire(wish(me));
    ASSERT_TRUE(got) << got.failure().message;
    ASSERT_EQ(session->rehearsed(), options.trace.get());
    const auto extend = [&] { return locks.renew(job, me, none, 90s); };
    m_servers[1]->freeze();
    const auto shown = shown_by_rehearsal(*options.trace, [&] { (void)extend(); });
    m_servers[1]->thaw();
    EXPECT_EQ(shown.size(), 1U);
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        const auto row = at(i)->locks().find(job);
        ASSERT_TRUE(row);
        EXPECT_LT(*(*row)->expires_at - *row.store_time(), 31s) << i;
    }
    (void)options.trace->take();
    ASSERT_EQ(extend()->result, LeaseResult::renewed);
    expect_sent_as_shown(shown, *options.trace);
}

TEST_F(RedlockTest, TwoOfFiveMayBeDeadThreeMayNot)
{
    auto session = open();
    auto& locks = session->locks();
    m_servers[0]->kill();
    m_servers[1]->kill();
    EXPECT_EQ(locks.acquire(wish(me))->result, AcquireResult::acquired);
    const auto row = *locks.find(job);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->owner, "me");
    EXPECT_TRUE(row->doubt.empty());
    EXPECT_NE(row->raw.str().find("\"says\":\"unreachable\""), std::string::npos);
    EXPECT_EQ(locks.release(job, me, none)->result, LeaseResult::released);
    m_servers[2]->kill();
    const auto refused = locks.acquire(wish(me));
    ASSERT_TRUE(refused.is_error());
    EXPECT_EQ(refused.failure().kind, FailureKind::unavailable);
    EXPECT_NE(refused.failure().message.find("2 of 5 servers answered, 3 are needed"), std::string::npos);
    for (const std::size_t alive : {3U, 4U})
        EXPECT_FALSE(*at(alive)->locks().find(job));
    EXPECT_FALSE(*locks.find(job)); // what exists can still be read
}

// Its connection is reopened repeatedly without a greeting: that is not a server that hides its identity.
TEST_F(RedlockTest, AFrozenServerIsMissingAndNotRefused)
{
    auto session = open(1s);
    auto& locks = session->locks();
    ASSERT_TRUE(locks.find(job));
    m_servers[4]->freeze();
    const auto until = std::chrono::steady_clock::now() + 3s;
    while (std::chrono::steady_clock::now() < until) {
        const auto got = locks.acquire(wish(me));
        ASSERT_TRUE(got) << got.failure().message;
        ASSERT_EQ(got->result, AcquireResult::acquired);
        const auto freed = locks.release(job, me, none);
        ASSERT_TRUE(freed) << freed.failure().message;
    }
    // Reads do not wait for it either, once it has been silent.
    ASSERT_TRUE(locks.find(job));
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i)
        ASSERT_TRUE(locks.find(job));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s) << "20 looks";
    m_servers[4]->thaw();
    EXPECT_TRUE(await([&] {
        return locks.acquire(wish(me))->result == AcquireResult::acquired && holding(me) == 5
               && locks.find(job).value()->raw.str().find("unreachable") == std::string::npos;
    }));
}

TEST_F(RedlockTest, AFrozenServerHoldsNobodyUp)
{
    auto session = open();
    m_servers[4]->freeze();
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(session->locks().acquire(wish(me))->result, AcquireResult::acquired);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 500ms);
    m_servers[3]->freeze();
    m_servers[2]->freeze();
    const auto late = open(1s)->locks().acquire(wish(other));
    EXPECT_EQ(late.failure().kind, FailureKind::unavailable);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
    for (const std::size_t i : {2U, 3U, 4U})
        m_servers[i]->thaw();
}

TEST_F(RedlockTest, SplitVotesLeaveNothing)
{
    for (const std::size_t i : {0U, 1U, 2U})
        ASSERT_EQ(at(i)->locks().acquire(wish(other))->result, AcquireResult::acquired);
    auto session = open();
    auto& locks = session->locks();
    const auto busy = locks.acquire(wish(me));
    EXPECT_EQ(busy->result, AcquireResult::busy);
    EXPECT_EQ(busy->holder->owner, "other");
    EXPECT_TRUE(await([&] { return holding(me) == 0; }));
    EXPECT_EQ(at(0)->locks().release(job, other, none)->result, LeaseResult::released);
    EXPECT_EQ((*locks.find(job))->doubt, "quorum"); // two of five
    const auto rows = locks.list({});
    ASSERT_EQ(rows->rows.size(), 1U);
    EXPECT_NE(rows->rows[0].raw.str().find("\"held\":2"), std::string::npos);
    ASSERT_TRUE(rows->rows[0].quorum);
    EXPECT_EQ(rows->rows[0].quorum->held, 2);
    EXPECT_EQ(rows->rows[0].quorum->quorum, 3);
    ASSERT_EQ(rows->rows[0].quorum->servers.size(), 5U);
    EXPECT_EQ(rows->rows[0].quorum->servers[0].says, ServerSays::missing);
    EXPECT_EQ(rows->rows[0].quorum->servers[1].says, ServerSays::held);
    EXPECT_EQ(rows->rows[0].quorum->servers[1].owner, "other");
    EXPECT_TRUE(rows->rows[0].quorum->servers[1].left);
    ASSERT_EQ(locks.acquire(wish(me))->result, AcquireResult::acquired);
    EXPECT_NE((*locks.find(job))->raw.str().find("\"says\":\"other owner\""), std::string::npos);
}

TEST_F(RedlockTest, AnotherTryOfTheHolderTakesNothingFromIt)
{
    auto session = open();
    ASSERT_EQ(session->locks().acquire(wish(me))->result, AcquireResult::acquired);
    ASSERT_TRUE(await([&] { return holding(me) == 5; }));
    for (const std::size_t i : {0U, 1U, 2U})
        m_servers[i]->kill();
    EXPECT_TRUE(session->locks().acquire(wish(me)).is_error());
    EXPECT_TRUE(*at(3)->locks().find(job));
    EXPECT_TRUE(*at(4)->locks().find(job));
}

TEST_F(RedlockTest, ForceRelease)
{
    auto session = open();
    auto& locks = session->locks();
    ASSERT_EQ(locks.acquire(wish(me))->result, AcquireResult::acquired);
    ASSERT_TRUE(await([&] { return holding(me) == 5; }));
    ForceRelease wanted{.name = job, .if_owner = other, .if_token = none, .reason = "why", .who = "op"};
    EXPECT_EQ(locks.force_release(wanted)->holder->owner, "me");
    wanted.if_owner = me;
    const auto row = locks.find(job);
    wanted.seen = LockSeen{**row, *row.store_time()};
    EXPECT_NE(evidence_json(wanted.seen).find("\"quorum\":{\"quorum\":3,\"held\":5,"), std::string::npos)
        << evidence_json(wanted.seen);
    const auto preview = locks.preview_force_release(wanted);
    ASSERT_EQ(preview->commands.size(), 1U);
    EXPECT_EQ(preview->commands[0].find("\"EVAL\" "), 0U);
    EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::released);
    EXPECT_EQ(holding(me), 0);
}

TEST_F(RedlockTest, TheGuardKeepsOthersOut)
{
    GuardOptions options{.name = job, .kind = GuardKind::redlock};
    Access access{m_store.get(), {}};
    GuardRun guard(m_runtime, access, options);
    const auto report = guard.run([&](const JobContext& context) {
        EXPECT_TRUE(await([&] { return holding(context.owner) == 5; }));
        EXPECT_EQ(GuardRun(m_runtime, access, options).run([](const JobContext&) { return 0; })->result, RunResult::skipped);
        return 0;
    });
    ASSERT_TRUE(report) << report.failure().message;
    EXPECT_EQ(report->result, RunResult::ran);
    EXPECT_FALSE(report->token);
    const auto one = open_redis_store(StoreUrl::parse(m_servers[0]->url()).value()).value();
    SessionOptions strings;
    strings.source = "string";
    EXPECT_EQ(
        GuardRun(m_runtime, Access{one.get(), strings}, options).run([](const JobContext&) { return 0; }).failure().kind,
        FailureKind::unsupported);
}

} // namespace lockdesk::test
