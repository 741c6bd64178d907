// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// A pooler that drops what a session requests, and gives every transaction another backend.
#include "backends/engine/contracts/held_messages.h"
#include "backends/engine/runners/guard.h"
#include "backends/postgres/session_settings.h"
#include "tests/support/pgbouncer.h"
#include "tests/unit/postgres_fixture.h"

#include <thread>

namespace lockdesk::test {

class PostgresPoolerTest : public PostgresTest
{
protected:
    std::unique_ptr<Store> pooled_store(const Pgbouncer& pooler) const
    {
        return open_postgres_store(StoreUrl::parse(pooler.url(m_database)).value()).value();
    }
    std::unique_ptr<Session> pooled(const Pgbouncer& pooler, const SessionOptions& options = {}) const
    {
        auto session = pooled_store(pooler)->open(options);
        if (!session)
            throw std::runtime_error(session.failure().message);
        return std::move(session).value();
    }
    static int port() { return logging_postgres().port(); }
    std::int64_t count(const std::string& table) const { return by_hand("SELECT count(*) FROM " + table)[0][0].as<int>(); }
    /// Changes the backends' state like another client of the same pool.
    void spoil(const Pgbouncer& pooler, const std::string& sql, int backends) const
    {
        std::vector<std::unique_ptr<pqxx::connection>> clients;
        std::vector<std::unique_ptr<pqxx::nontransaction>> works;
        for (int i = 0; i < backends; ++i) {
            clients.push_back(std::make_unique<pqxx::connection>(pooler.url(m_database)));
            works.push_back(std::make_unique<pqxx::nontransaction>(*clients.back()));
        }
        for (auto& work : works) // occupies all backends of the pool at the same time
            work->exec("BEGIN");
        for (auto& work : works)
            work->exec(sql);
        for (auto& work : works)
            work->exec("COMMIT");
    }
};

namespace {

std::vector<std::string> pool_modes() { return {"transaction", "session"}; }

} // namespace

TEST_F(PostgresPoolerTest, AReadOnlySessionWritesNothing)
{
    init();
    for (const auto& mode : pool_modes()) {
        SCOPED_TRACE(mode);
        const Pgbouncer pooler(port(), mode, 2);
        SessionOptions options;
        options.read_only = true;
        const auto session = pooled(pooler, options);
        EXPECT_TRUE(session->locks().list({}).is_result());
        const NewTask tasks[] = {task("t")};
        const Failure failures[] = {
            session->locks().acquire(wish("a", "o", "r")).failure(),
            session->tasks().add(tasks).failure(),
            session->tasks().claim(claim("o", 5, "c")).failure(),
            session->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "{}"}).failure(),
            session->records().put(RecordId::trusted("r"), "v", VersionBy::integer).failure(),
            session->fence().admit(Resource::trusted("a"), FencingToken{1}, "").failure(),
            session->locks().force_release({LockName::trusted("a"), OwnerId::trusted("o"), FencingToken{1}}).failure(),
            session->admin().drop_schema().failure(),
        };
        for (const auto& failure : failures)
            EXPECT_EQ(failure.kind, FailureKind::read_only) << failure.message;
        // A writer of the same pool does not affect it, before or after.
        if (mode == "transaction") {
            EXPECT_TRUE(pooled(pooler)->locks().acquire(wish("b", "o", "r")).is_result());
            EXPECT_EQ(session->locks().acquire(wish("a", "o", "r")).failure().kind, FailureKind::read_only);
        }
    }
    EXPECT_EQ(count("lockdesk_locks WHERE name = 'a'"), 0);
    EXPECT_EQ(count("lockdesk_tasks") + count("lockdesk_outbox") + count("lockdesk_records") + count("lockdesk_fences"), 0);
}

TEST_F(PostgresPoolerTest, ASandboxIsNeverTheProductionTables)
{
    init();
    for (const auto& mode : pool_modes()) {
        SCOPED_TRACE(mode);
        const Pgbouncer pooler(port(), mode, 2);
        const auto id = SandboxId::parse("pool_" + mode).value();
        ASSERT_RESULT(open()->admin().create_sandbox(id));
        SessionOptions inside;
        inside.sandbox = id;
        const auto lesson = pooled(pooler, inside);
        {
            const auto production = pooled_store(pooler);
            for (int i = 0; i < 6; ++i) {
                const auto n = std::to_string(i);
                ASSERT_RESULT(lesson->locks().acquire(wish("inside " + n, "o", "r" + n)));
                if (mode == "transaction") {
                    ASSERT_RESULT(pooled(pooler)->locks().acquire(wish("outside " + n, "o", "r" + n)));
                }
            }
        }
        EXPECT_EQ(count("lockdesk_locks WHERE name LIKE 'inside%'"), 0);
        EXPECT_EQ(count("lockdesk_sb_" + id.str() + ".lockdesk_locks WHERE name LIKE 'inside%'"), 6);
        EXPECT_EQ(count("lockdesk_sb_" + id.str() + ".lockdesk_locks WHERE name LIKE 'outside%'"), 0);
        EXPECT_EQ(lesson->statements().run("SELECT 1").failure().kind, FailureKind::unsupported);
    }
    // A missing sandbox is not replaced by another schema.
    const Pgbouncer pooler(port(), "transaction");
    SessionOptions nowhere;
    nowhere.sandbox = SandboxId::parse("nowhere").value();
    const auto missing = pooled_store(pooler)->open(nowhere);
    ASSERT_TRUE(missing.is_error());
    EXPECT_TRUE(says(missing.failure(), "no sandbox 'nowhere'")) << missing.failure().message;
}

TEST_F(PostgresPoolerTest, WhatAnotherClientLeavesOnABackendIsNotOurs)
{
    init();
    by_hand("CREATE SCHEMA other; CREATE TABLE other.lockdesk_locks (LIKE public.lockdesk_locks INCLUDING ALL)");
    const Pgbouncer pooler(port(), "transaction", 3);
    const auto session = pooled(pooler);
    ASSERT_RESULT(session->locks().acquire(wish("before", "o", "r")));
    spoil(pooler, "SET search_path = other, public; SET statement_timeout = 1; SET enable_seqscan = on", 3);
    ASSERT_RESULT(session->locks().acquire(wish("after", "o", "r")));
    ASSERT_RESULT(pooled(pooler)->locks().acquire(wish("newcomer", "o", "r")));
    EXPECT_EQ(count("other.lockdesk_locks"), 0);
    EXPECT_EQ(count("public.lockdesk_locks"), 3);
    // A millisecond sometimes expires before the session's own timeout is set.
    for (int i = 0; i < 100; ++i) {
        const auto again = session->locks().acquire(wish("again " + std::to_string(i), "o", "r"));
        ASSERT_RESULT(again);
    }
    EXPECT_EQ(count("public.lockdesk_locks"), 103);
    spoil(pooler, "SET default_transaction_read_only = off; SET default_transaction_isolation = 'serializable'", 3);
    SessionOptions options;
    options.read_only = true;
    EXPECT_EQ(pooled(pooler, options)->locks().acquire(wish("x", "o", "r")).failure().kind, FailureKind::read_only);
}

TEST_F(PostgresPoolerTest, OptionsOfTheUrlHoldToo)
{
    by_hand("CREATE SCHEMA app; CREATE SCHEMA \"odd one\"");
    const Pgbouncer pooler(port(), "transaction");
    for (const auto& [option, schema] : {std::pair<std::string, std::string>{"-csearch_path=app", "app"},
                                         {"--search-path=%22odd%5C%20one%22", "\"odd one\""}}) {
        SCOPED_TRACE(option);
        const auto address = pooler.url(m_database) + "?options=" + option;
        const auto store = open_postgres_store(StoreUrl::parse(address).value()).value();
        SessionOptions bare;
        bare.without_schema = true;
        auto session = store->open(bare);
        ASSERT_RESULT(session);
        ASSERT_RESULT((*session)->admin().create_schema());
        ASSERT_RESULT((*session)->locks().acquire(wish("a", "o", "r")));
        EXPECT_EQ(count(schema + ".lockdesk_locks"), 1);
    }
    EXPECT_EQ(
        by_hand(
            "SELECT count(*) FROM pg_class WHERE relname = 'lockdesk_locks' AND relnamespace = 'public'::regnamespace")[0][0]
            .as<int>(),
        0);
    // An option that no transaction can carry is refused, not ignored.
    const auto odd =
        open_postgres_store(StoreUrl::parse(pooler.url(m_database) + "?options=-B%20100").value()).value()->open({});
    ASSERT_TRUE(odd.is_error());
    EXPECT_EQ(odd.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(odd.failure(), "pooler")) << odd.failure().message;
    EXPECT_TRUE(says(odd.failure(), "-B")) << odd.failure().message;
}

TEST_F(PostgresPoolerTest, SessionLocksAreRefused)
{
    init();
    for (const auto& mode : pool_modes()) {
        SCOPED_TRACE(mode);
        const Pgbouncer pooler(port(), mode, 2);
        const auto session = pooled(pooler);
        EXPECT_FALSE(session->capabilities().session_locks);
        EXPECT_FALSE(session->capabilities().skip_locked);
        EXPECT_FALSE(session->capabilities().statements);
        EXPECT_FALSE(session->capabilities().hints);
        for (const auto kind : {SessionLockKind::named, SessionLockKind::skip_locked}) {
            const auto refused = session->session_locks().try_lock(LockName::trusted("n"), kind, OwnerId::trusted("o"));
            ASSERT_TRUE(refused.is_error());
            EXPECT_EQ(refused.failure().kind, FailureKind::unsupported);
            EXPECT_TRUE(says(refused.failure(), "pooler")) << refused.failure().message;
        }
        // Not even if the session did not know at its creation.
        SessionOptions later;
        later.connect_later = true;
        EXPECT_EQ(pooled(pooler, later)
                      ->session_locks()
                      .try_lock(LockName::trusted("n"), SessionLockKind::named, OwnerId::trusted("o"))
                      .failure()
                      .kind,
                  FailureKind::unsupported);
        const auto store = pooled_store(pooler);
        SystemRuntime runtime;
        int ran = 0;
        GuardOptions guard{.name = LockName::trusted("n"), .kind = GuardKind::named};
        const auto run = GuardRun(runtime, Access{store.get(), {}}, guard).run([&](const JobContext&) { return ++ran, 0; });
        EXPECT_EQ(run.failure().kind, FailureKind::unsupported);
        EXPECT_EQ(ran, 0);
    }
    EXPECT_EQ(by_hand("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")[0][0].as<int>(), 0);
    EXPECT_EQ(count("lockdesk_session_locks"), 0);
    // Without a pooler they exist.
    EXPECT_TRUE(open()->capabilities().session_locks);
    EXPECT_TRUE(open()->capabilities().hints);
}

TEST_F(PostgresPoolerTest, NobodyListensAndHintsStillGoOut)
{
    init();
    const Pgbouncer pooler(port(), "transaction");
    const auto refused = pooled_store(pooler)->listen({}, {});
    ASSERT_TRUE(refused.is_error());
    EXPECT_EQ(refused.failure().kind, FailureKind::unsupported);
    EXPECT_TRUE(says(refused.failure(), "polled")) << refused.failure().message;
    // A listener connected to the server itself gets the hints sent through the pooler.
    const auto listener = std::move(store()->listen({{Entity::lock, "bell"}}, {})).value();
    const auto through = pooled_store(pooler);
    const auto session = std::move(through->open({})).value();
    for (int i = 0; i < 3; ++i) { // more executions than a statement needs before it would be prepared
        const auto n = std::to_string(i);
        const auto got = session->locks().acquire(wish("bell", "o", "r" + n));
        ASSERT_RESULT(got);
        ASSERT_RESULT(session->locks().release(LockName::trusted("bell"), OwnerId::trusted("o"), *got->token));
        EXPECT_TRUE(listener->wait(10s).value());
    }
}

TEST_F(PostgresPoolerTest, EveryStatementRunsOnAnyBackend)
{
    init();
    const Pgbouncer pooler(port(), "transaction", 3);
    // Several at a time, so that the pool has several backends, and each runs every statement more than once.
    std::vector<std::thread> threads;
    std::atomic<int> done = 0;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            const auto session = pooled(pooler);
            const auto me = "o" + std::to_string(t);
            for (int i = 0; i < 25; ++i) {
                const auto request = me + "-" + std::to_string(i);
                const auto got = session->locks().acquire(
                    {LockName::trusted(me), OwnerId::trusted(me), 30s, RequestId::trusted(request)});
                if (!got) {
                    ADD_FAILURE() << got.failure().message;
                    return;
                }
                const auto freed = session->locks().release(LockName::trusted(me), OwnerId::trusted(me), *got->token);
                if (!freed || freed->result != LeaseResult::released) {
                    ADD_FAILURE() << (freed ? "not released" : freed.failure().message);
                    return;
                }
                ++done;
            }
        });
    for (auto& thread : threads)
        thread.join();
    EXPECT_EQ(done, 100);
    EXPECT_EQ(by_hand("SELECT sum(token) FROM lockdesk_locks")[0][0].as<int>(), 100);
}

TEST_F(PostgresPoolerTest, AFailedStatementLeavesNothingOpen)
{
    init();
    const Pgbouncer pooler(port(), "transaction", 1);
    const auto session = pooled(pooler);
    by_hand("ALTER TABLE lockdesk_locks ADD CONSTRAINT no_x CHECK (name <> 'x')");
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(session->locks().acquire(wish("x", "o", "r")).is_error());
        // The pool has one backend: with an open transaction on it nobody else would be served.
        ASSERT_RESULT(pooled(pooler)->locks().acquire(wish("y", "o", "r")));
    }
    EXPECT_EQ(by_hand("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = '"
                      + m_database + "'")[0][0]
                  .as<int>(),
              0);
}

TEST_F(PostgresPoolerTest, APoolOfStatementsIsRefusedAndAnUntoldOneServes)
{
    init();
    {
        const Pgbouncer statements(port(), "statement");
        const auto refused = pooled_store(statements)->open({});
        ASSERT_TRUE(refused.is_error());
        EXPECT_EQ(refused.failure().kind, FailureKind::unavailable);
        EXPECT_FALSE(refused.failure().retryable);
        EXPECT_TRUE(says(refused.failure(), "pooler")) << refused.failure().message;
        EXPECT_TRUE(says(refused.failure(), "the server itself")) << refused.failure().message;
    }
    // The default configuration refuses connections that request options.
    const Pgbouncer plain(port(), "transaction", 1, {"ignore_startup_parameters ="});
    SessionOptions options;
    options.read_only = true;
    EXPECT_EQ(pooled(plain, options)->locks().acquire(wish("a", "o", "r")).failure().kind, FailureKind::read_only);
    ASSERT_RESULT(pooled(plain)->locks().acquire(wish("a", "o", "r")));
    EXPECT_EQ(count("lockdesk_locks"), 1);
}

TEST_F(PostgresPoolerTest, MessagesAreHeldInTheirTransaction)
{
    init();
    const Pgbouncer pooler(port(), "transaction", 3);
    const auto session = pooled(pooler);
    ASSERT_RESULT(session->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "{}"}));
    const MessageClaim wanted{.limit = 1, .owner = OwnerId::trusted("o"), .claim = ClaimId::trusted("c")};
    auto& holder = dynamic_cast<HeldMessages&>(session->outbox());
    const auto held = holder.hold(wanted);
    ASSERT_RESULT(held);
    ASSERT_EQ(held->size(), 1);
    EXPECT_TRUE(holder.still_held().value());
    const auto other = pooled(pooler);
    const auto meanwhile = dynamic_cast<HeldMessages&>(other->outbox())
                               .hold({.limit = 1, .owner = OwnerId::trusted("p"), .claim = ClaimId::trusted("d")});
    ASSERT_RESULT(meanwhile);
    EXPECT_TRUE(meanwhile->empty());
}

TEST(PostgresSettingsTest, AreReadAsTheServerReadsThem)
{
    const auto settings = postgres::read_session_settings(
        "-c search_path=a  -cjit=off --statement-timeout=5s -c search_path=b\\ c\\\\d -c x.y=1");
    ASSERT_TRUE(settings.odd.empty());
    EXPECT_EQ(*settings.find("search_path"), "b c\\d");
    EXPECT_EQ(*settings.find("jit"), "off");
    EXPECT_EQ(*settings.find("statement_timeout"), "5s");
    EXPECT_EQ(*settings.find("x.y"), "1");
    EXPECT_EQ(settings.values.size(), 4);
    EXPECT_EQ(postgres::read_session_settings("-c a=1 -B 100").odd, "-B");
    EXPECT_EQ(postgres::read_session_settings("-c").odd, "-c");
    const auto evil = postgres::read_session_settings("-c a=x'\\;\\ DROP\\ TABLE\\ t");
    EXPECT_NE(postgres::carrying_sql(evil).find("set_config('a', 'x''; DROP TABLE t', true)"), std::string::npos);
    EXPECT_NE(postgres::carrying_sql(evil).find("SET LOCAL search_path TO DEFAULT"), std::string::npos);
    for (const auto* on : {"on", "ON", "true", "t", "1", "yes"})
        EXPECT_NE(
            postgres::carrying_sql(postgres::read_session_settings(std::string("-c default_transaction_read_only=") + on))
                .find("BEGIN READ ONLY"),
            std::string::npos)
            << on;
}

} // namespace lockdesk::test
