// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Servers that are unreachable, stopped, foreign or refuse access: each call must end in time with a clear message.
#include "backends/postgres/errors.h"
#include "tests/unit/postgres_fixture.h"

#include <thread>

namespace lockdesk::test {

using PostgresTroubleTest = PostgresTest;

namespace {

template <class Body> Duration time_of(Body body)
{
    const auto start = std::chrono::steady_clock::now();
    body();
    return std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - start);
}

Answer<std::unique_ptr<Session>> open_url(const std::string& url, const SessionOptions& options = {})
{
    return open_postgres_store(StoreUrl::parse(url).value()).value()->open(options);
}

} // namespace

TEST_F(PostgresTroubleTest, AReadOnlySessionIsRefusedByTheServer)
{
    init();
    SessionOptions options;
    options.read_only = true;
    const auto session = open(options);
    EXPECT_TRUE(session->locks().list({}).is_result());
    const NewTask tasks[] = {task("t")};
    const Failure failures[] = {
        session->locks().acquire(wish("a", "o", "r")).failure(),
        session->tasks().add(tasks).failure(),
        session->tasks().claim(claim("o", 1, "c")).failure(),
        session->tasks().claim(claim("o", 5, "c")).failure(),
        session->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "{}"}).failure(),
        session->locks().force_release({LockName::trusted("a"), OwnerId::trusted("o"), FencingToken{1}}).failure(),
        session->session_locks().try_lock(LockName::trusted("a"), SessionLockKind::named, OwnerId::trusted("o")).failure(),
        session->session_locks()
            .try_lock(LockName::trusted("a"), SessionLockKind::skip_locked, OwnerId::trusted("o"))
            .failure(),
        session->fence().admit(Resource::trusted("a"), FencingToken{1}, "").failure(),
        session->admin().drop_schema().failure(),
        session->locks().collect(0s).failure(),
    };
    for (const auto& failure : failures) {
        EXPECT_EQ(failure.kind, FailureKind::read_only) << failure.message;
        EXPECT_EQ(failure.code, "25006");
    }
    EXPECT_TRUE(await([&] { return log().find("in a read-only transaction") != std::string::npos; }));
    // The failed registration released the advisory lock.
    EXPECT_TRUE(
        open()->session_locks().try_lock(LockName::trusted("a"), SessionLockKind::named, OwnerId::trusted("p")).value());
}

TEST_F(PostgresTroubleTest, AMissingOrNewerSchemaAndForeignTables)
{
    const auto missing = try_open();
    ASSERT_TRUE(missing.is_error());
    EXPECT_EQ(missing.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(missing.failure(), "lockdeskctl --store " + url() + " init")) << missing.failure().message;

    SessionOptions bare;
    bare.without_schema = true;
    by_hand("CREATE TABLE lockdesk_locks (mine text)");
    const auto foreign = open(bare)->admin().create_schema();
    ASSERT_TRUE(foreign.is_error());
    EXPECT_EQ(foreign.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(foreign.failure(), "lockdesk_locks"));
    EXPECT_EQ(by_hand("SELECT count(*) FROM pg_class WHERE relname LIKE 'lockdesk%'")[0][0].as<int>(), 1);
    by_hand("DROP TABLE lockdesk_locks; CREATE TABLE lockdesk_meta (x int)");
    EXPECT_TRUE(says(open(bare)->admin().create_schema().failure(), "lockdesk_meta"));
    by_hand("DROP TABLE lockdesk_meta");

    const auto session = open(bare);
    EXPECT_EQ(session->admin().schema()->version, 0);
    EXPECT_TRUE(says(session->locks().list({}).failure(), "init"));
    EXPECT_TRUE(session->admin().create_schema()->created);
    EXPECT_FALSE(session->admin().create_schema()->created);
    EXPECT_TRUE(session->locks().list({}).is_result());

    by_hand("UPDATE lockdesk_meta SET value = '" + std::to_string(schema_version + 1) + "' WHERE key = 'schema_version'");
    const auto old = open();
    EXPECT_TRUE(old->locks().list({}).is_result());
    const auto write = old->locks().acquire(wish("a", "o", "r"));
    EXPECT_EQ(write.failure().kind, FailureKind::read_only);
    EXPECT_TRUE(says(write.failure(), "version " + std::to_string(schema_version + 1)));
    EXPECT_EQ(open(bare)->admin().create_schema()->version, schema_version + 1);
    by_hand("UPDATE lockdesk_meta SET value = '1' WHERE key = 'schema_version'; "
            "ALTER TABLE lockdesk_outbox DROP COLUMN cuts, DROP COLUMN begun_at");
    EXPECT_TRUE(says(try_open().failure(), "older"));
    const auto upgraded = open(bare)->admin().create_schema();
    EXPECT_EQ(upgraded->version, schema_version);
    EXPECT_FALSE(upgraded->created);
    EXPECT_TRUE(open()->outbox().list({}).is_result());
    EXPECT_TRUE(open()->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "{}"}).is_result());
    ASSERT_RESULT(open()->admin().drop_schema());
    EXPECT_EQ(by_hand("SELECT count(*) FROM pg_class WHERE relname LIKE 'lockdesk%'")[0][0].as<int>(), 0);
    EXPECT_EQ(by_hand("SELECT count(*) FROM pg_proc WHERE proname LIKE 'lockdesk%'")[0][0].as<int>(), 0);
}

TEST_F(PostgresTroubleTest, RefusedPeopleAreToldWhatToDo)
{
    init();
    by_hand("DROP ROLE IF EXISTS guest");
    by_hand("CREATE ROLE guest LOGIN PASSWORD 'right'");
    const auto port = std::to_string(logging_postgres().port());
    const auto guest = open_url("postgresql://guest:secret-one@127.0.0.1:" + port + "/" + m_database);
    ASSERT_TRUE(guest.is_error());
    EXPECT_EQ(guest.failure().kind, FailureKind::refused);
    EXPECT_EQ(guest.failure().code, "42501");
    EXPECT_TRUE(says(guest.failure(), "GRANT SELECT")) << guest.failure().message;
    EXPECT_FALSE(says(guest.failure(), "secret-one"));

    const auto stranger = open_url("postgresql://nobody@127.0.0.1:" + port + "/" + m_database);
    EXPECT_EQ(stranger.failure().kind, FailureKind::refused);
    EXPECT_EQ(stranger.failure().code, "28000");
    const auto nowhere = open_url("postgresql://postgres@127.0.0.1:" + port + "/nowhere");
    EXPECT_EQ(nowhere.failure().kind, FailureKind::unavailable);
    EXPECT_EQ(nowhere.failure().code, "3D000");
    const auto closed = open_url("postgresql://postgres@127.0.0.1:" + std::to_string(free_port()) + "/x");
    EXPECT_EQ(closed.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(closed.failure(), "127.0.0.1:")) << closed.failure().message;
    const auto unknown = open_url("postgresql://postgres@no-such-host.invalid/x");
    EXPECT_EQ(unknown.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(unknown.failure(), "no-such-host.invalid")) << unknown.failure().message;
    by_hand("DROP ROLE guest");
}

TEST(PostgresPasswordTest, AWrongOneIsRefusedWithoutRepeatingIt)
{
    const auto server = start_postgres({{}, false});
    {
        pqxx::connection admin(server->url());
        pqxx::nontransaction work(admin);
        work.exec("CREATE ROLE ann LOGIN PASSWORD 'right' SUPERUSER");
        const auto file = work.exec("SHOW hba_file")[0][0].as<std::string>();
        work.exec("COPY (SELECT 'host all ann all scram-sha-256' UNION ALL SELECT 'host all all all trust') TO '" + file
                  + "'");
        work.exec("SELECT pg_reload_conf()");
    }
    const std::string at = "@127.0.0.1:" + std::to_string(server->port()) + "/postgres";
    SessionOptions bare;
    bare.without_schema = true;
    std::optional<Failure> wrong;
    ASSERT_TRUE(await([&] {
        const auto session = open_url("postgresql://ann:hidden-word" + at, bare);
        if (!session)
            wrong = session.failure();
        return wrong.has_value();
    }));
    EXPECT_EQ(wrong->kind, FailureKind::refused);
    EXPECT_EQ(wrong->code, "28P01");
    EXPECT_TRUE(says(*wrong, "wrong password for user ann")) << wrong->message;
    EXPECT_FALSE(says(*wrong, "hidden-word"));
    const auto none = open_url("postgresql://ann" + at, bare);
    EXPECT_EQ(none.failure().kind, FailureKind::refused);
    EXPECT_TRUE(says(none.failure(), "no password for user ann")) << none.failure().message;
    EXPECT_TRUE(open_url("postgresql://ann:right" + at, bare).is_result());
}

TEST(PostgresFreezeTest, EveryCallEndsWithinItsTimeoutAndASecond)
{
    const auto server = start_postgres({{}, false});
    SessionOptions options;
    options.timeout = 1s;
    options.without_schema = true;
    const auto store = open_postgres_store(StoreUrl::parse(server->url()).value()).value();
    auto session = std::move(store->open(options)).value();
    ASSERT_RESULT(session->admin().create_schema());
    auto listener = std::move(store->listen({}, options)).value();
    const auto got = session->locks().acquire({LockName::trusted("a"), OwnerId::trusted("o"), 30s, RequestId::trusted("r")});
    ASSERT_RESULT(got);
    // Another thread sends the hint, so that it may arrive long after the answer.
    ASSERT_TRUE(await([&] { return listener->wait(1s).value(); }));
    server->freeze();
    std::optional<Failure> write, read, connect;
    EXPECT_LT(time_of([&] {
                  write = session->locks().release(LockName::trusted("a"), OwnerId::trusted("o"), *got->token).failure();
              }),
              2s);
    EXPECT_EQ(write->kind, FailureKind::in_doubt) << write->message;
    EXPECT_LT(time_of([&] { read = session->locks().list({}).failure(); }), 2s);
    EXPECT_EQ(read->kind, FailureKind::unavailable);
    EXPECT_TRUE(read->retryable);
    EXPECT_LT(time_of([&] { connect = store->open(options).failure(); }), 2s);
    EXPECT_EQ(connect->kind, FailureKind::unavailable);
    EXPECT_LT(time_of([&] { EXPECT_FALSE(listener->wait(300ms).value()); }), 1s);

    // A hanging call can be interrupted, and later calls fail at once.
    SessionOptions patient = options;
    patient.timeout = 20s;
    std::thread cutter;
    server->thaw();
    auto other = std::move(store->open(patient)).value();
    server->freeze();
    const auto cut = time_of([&] {
        cutter = std::thread([&] {
            std::this_thread::sleep_for(200ms); // lets the call begin; an earlier interrupt would work as well
            other->interrupt();
        });
        EXPECT_TRUE(other->locks().list({}).is_error());
    });
    cutter.join();
    EXPECT_LT(cut, 2s);
    EXPECT_LT(time_of([&] { EXPECT_TRUE(other->locks().list({}).is_error()); }), 100ms);
    EXPECT_LT(time_of([&] {
                  other.reset();
                  session.reset();
                  listener.reset();
              }),
              2s);
    server->thaw();
    auto after = std::move(store->open(options)).value();
    EXPECT_EQ(after->locks().find(LockName::trusted("a"))->has_value(), true);
}

TEST(PostgresFreezeTest, ARestartIsSurvivedByTheNextCall)
{
    const auto server = start_postgres({{}, false});
    SessionOptions options;
    options.without_schema = true;
    const auto store = open_postgres_store(StoreUrl::parse(server->url()).value()).value();
    auto session = std::move(store->open(options)).value();
    ASSERT_RESULT(session->admin().create_schema());
    ASSERT_RESULT(session->locks().acquire({LockName::trusted("a"), OwnerId::trusted("o"), 30s, RequestId::trusted("r")}));
    server->restart();
    const auto again =
        session->locks().acquire({LockName::trusted("a"), OwnerId::trusted("o"), 30s, RequestId::trusted("r")});
    ASSERT_RESULT(again);
    EXPECT_EQ(again->holds, 1);
}

TEST(PostgresErrorsTest, StatesBecomeKinds)
{
    using sql::Trouble;
    const sql::Place place{"PostgreSQL", "h:1", "db", "ann", "", "postgresql://ann@h:1/db", "public"};
    const auto kind = [&](const char* state, bool write = true) {
        Trouble trouble;
        trouble.code = state;
        trouble.sent = true;
        return postgres::to_failure(trouble, place, "s", write);
    };
    EXPECT_EQ(kind("28P01").kind, FailureKind::refused);
    EXPECT_EQ(kind("42501").kind, FailureKind::refused);
    EXPECT_EQ(kind("3D000").kind, FailureKind::unavailable);
    EXPECT_EQ(kind("42P01").kind, FailureKind::unavailable);
    EXPECT_TRUE(says(kind("42P01"), "init"));
    EXPECT_EQ(kind("25006").kind, FailureKind::read_only);
    EXPECT_EQ(kind("57014").kind, FailureKind::unavailable);
    EXPECT_TRUE(kind("57014").retryable);
    EXPECT_TRUE(kind("40001").retryable);
    EXPECT_EQ(kind("22021").kind, FailureKind::usage);
    Trouble lost;
    lost.cause = Trouble::Cause::lost;
    lost.sent = true;
    EXPECT_EQ(postgres::to_failure(lost, place, "s", true).kind, FailureKind::in_doubt);
    EXPECT_EQ(postgres::to_failure(lost, place, "s", false).kind, FailureKind::unavailable);
    lost.sent = false;
    EXPECT_EQ(postgres::to_failure(lost, place, "s", true).kind, FailureKind::unavailable);
    EXPECT_EQ(postgres::to_failure(lost, place, "acquire", true).statement, "acquire");
}

} // namespace lockdesk::test
