// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Servers that are unreachable, stopped, foreign or refuse access: each call must end in time with a clear message.
#include "backends/mariadb/connection.h"
#include "backends/mariadb/errors.h"
#include "backends/mariadb/link.h"
#include "tests/support/await.h"
#include "tests/unit/mariadb_fixture.h"

#include <memory>
#include <optional>
#include <thread>
#include <variant>

namespace lockdesk::test {

using MariaDbTroubleTest = MariaDbTest;

namespace {

template <class Body> Duration time_of(Body body)
{
    const auto start = std::chrono::steady_clock::now();
    body();
    return std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - start);
}

Answer<std::unique_ptr<Session>> open_url(const std::string& url, const SessionOptions& options = {})
{
    return open_mariadb_store(StoreUrl::parse(url).value()).value()->open(options);
}

} // namespace

// The server does not look for its client while it computes.
TEST_F(MariaDbTroubleTest, ACutStatementOfAReaderEndsOnTheServer)
{
    init();
    const auto options = [&](bool read_only) {
        SessionOptions out;
        out.read_only = read_only;
        return mariadb::connect_options(StoreUrl::parse(url()).value(), out);
    };
    mariadb::Connection watcher(options(true), std::make_shared<sql::Interrupter>());
    const auto soon = [] { return std::chrono::steady_clock::now() + 10s; };
    ASSERT_FALSE(watcher.open(soon()));
    const auto running = [&] {
        const auto answer = watcher.literal("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT BENCHMARK%'", soon());
        return std::holds_alternative<sql::Reply>(answer) ? std::get<sql::Reply>(answer).last().number(0, 0) : -1;
    };
    const auto interrupter = std::make_shared<sql::Interrupter>();
    mariadb::Connection reader(options(true), interrupter);
    ASSERT_FALSE(reader.open(soon()));
    std::optional<sql::Trouble::Cause> cause;
    std::thread call([&] {
        const auto answer = reader.literal("SELECT BENCHMARK(1000000000, MD5('x'))", std::chrono::steady_clock::now() + 60s);
        if (const auto* trouble = std::get_if<sql::Trouble>(&answer))
            cause = trouble->cause;
    });
    EXPECT_TRUE(await([&] { return running() == 1; }, 20s));
    interrupter->interrupt();
    call.join();
    EXPECT_EQ(cause, sql::Trouble::Cause::interrupted);
    EXPECT_TRUE(await([&] { return running() == 0; }, 3s)) << "it computes on";
}

TEST_F(MariaDbTroubleTest, AReadOnlySessionIsRefusedByTheServer)
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
        session->tasks().claim(claim("o", 5, "c", ClaimStrategy::skip_locked_2)).failure(),
        session->tasks().claim(claim("o", 5, "c", ClaimStrategy::version)).failure(),
        session->tasks().claim(claim("o", 5, "c", ClaimStrategy::none)).failure(),
        session->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "{}"}).failure(),
        session->outbox().claim({1, OwnerId::trusted("r"), ClaimId::trusted("c")}).failure(),
        session->outbox().retry_dead({}).failure(),
        session->locks().force_release({LockName::trusted("a"), OwnerId::trusted("o"), FencingToken{1}}).failure(),
        session->session_locks().try_lock(LockName::trusted("a"), SessionLockKind::named, OwnerId::trusted("o")).failure(),
        session->session_locks()
            .try_lock(LockName::trusted("a"), SessionLockKind::skip_locked, OwnerId::trusted("o"))
            .failure(),
        session->fence().admit(Resource::trusted("a"), FencingToken{1}, "").failure(),
        session->admin().drop_schema().failure(),
        session->locks().collect(0s).failure(),
        session->workers().collect(0s, 1).failure(),
    };
    for (const auto& failure : failures) {
        EXPECT_EQ(failure.kind, FailureKind::read_only) << failure.statement << ": " << failure.message;
        EXPECT_EQ(failure.code, "1792") << "said by the server";
    }
    // The failed registration released the name.
    EXPECT_TRUE(
        open()->session_locks().try_lock(LockName::trusted("a"), SessionLockKind::named, OwnerId::trusted("p")).value());
}

TEST_F(MariaDbTroubleTest, AMissingOrNewerSchemaAndForeignTables)
{
    const auto missing = try_open();
    ASSERT_TRUE(missing.is_error());
    EXPECT_EQ(missing.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(missing.failure(), "lockdeskctl --store " + url() + " init")) << missing.failure().message;

    SessionOptions bare;
    bare.without_schema = true;
    const auto ours = [&] {
        return count_by_hand("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name "
                             "LIKE 'lockdesk%'");
    };
    by_hand("CREATE TABLE lockdesk_locks (mine TEXT)");
    const auto foreign = open(bare)->admin().create_schema();
    ASSERT_TRUE(foreign.is_error());
    EXPECT_EQ(foreign.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(foreign.failure(), "lockdesk_locks")) << foreign.failure().message;
    EXPECT_EQ(ours(), 1);
    by_hand("DROP TABLE lockdesk_locks; CREATE TABLE lockdesk_meta (x INT)");
    EXPECT_TRUE(says(open(bare)->admin().create_schema().failure(), "lockdesk_meta"));
    EXPECT_EQ(ours(), 1);
    by_hand("DROP TABLE lockdesk_meta");

    const auto session = open(bare);
    EXPECT_EQ(session->admin().schema()->version, 0);
    EXPECT_TRUE(says(session->locks().list({}).failure(), "init"));
    EXPECT_TRUE(session->admin().create_schema()->created);
    EXPECT_FALSE(session->admin().create_schema()->created);
    EXPECT_TRUE(session->locks().list({}).is_result());
    // Completes an interrupted `init`.
    by_hand("DROP TABLE lockdesk_audit; DELETE FROM lockdesk_meta WHERE k = 'schema_version'");
    EXPECT_TRUE(open(bare)->admin().create_schema()->created);
    EXPECT_TRUE(open()->audit().list({}).is_result());

    by_hand("UPDATE lockdesk_meta SET v = " + std::to_string(schema_version + 1) + " WHERE k = 'schema_version'");
    const auto old = open();
    EXPECT_TRUE(old->locks().list({}).is_result());
    const auto write = old->locks().acquire(wish("a", "o", "r"));
    EXPECT_EQ(write.failure().kind, FailureKind::read_only);
    EXPECT_TRUE(says(write.failure(), "version " + std::to_string(schema_version + 1)));
    EXPECT_EQ(open(bare)->admin().create_schema()->version, schema_version + 1);
    by_hand("UPDATE lockdesk_meta SET v = 1 WHERE k = 'schema_version'; "
            "ALTER TABLE lockdesk_outbox DROP COLUMN cuts, DROP COLUMN begun_at; "
            "ALTER TABLE lockdesk_sessions MODIFY COLUMN key_text VARBINARY(64) NOT NULL DEFAULT ''");
    EXPECT_TRUE(says(try_open().failure(), "older"));
    const auto upgraded = open(bare)->admin().create_schema();
    EXPECT_EQ(upgraded->version, schema_version);
    EXPECT_FALSE(upgraded->created);
    EXPECT_TRUE(open()->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "{}"}).is_result());
    EXPECT_TRUE(open()->outbox().list({}).is_result());
    EXPECT_TRUE(open()
                    ->session_locks()
                    .try_lock(LockName::trusted(std::string(150, 'n')), SessionLockKind::named, OwnerId::trusted("o"))
                    .is_result());
    ASSERT_RESULT(open()->admin().drop_schema());
    EXPECT_EQ(ours(), 0);
}

TEST_F(MariaDbTroubleTest, ANumberThatLeavesNoneBehindSaysWhatToDo)
{
    init();
    const auto session = open();
    by_hand("INSERT INTO lockdesk_outbox (seq, id, topic, payload, created_at, next_at) "
            "VALUES (9223372036854775807, 'last', 't', '', 1, 1)");
    const auto add = [&] { return session->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "{}"}); };
    const auto refused = add();
    ASSERT_TRUE(refused.is_error());
    EXPECT_TRUE(says(refused.failure(), "AUTO_INCREMENT = 1")) << refused.failure().message;
    by_hand("DELETE FROM lockdesk_outbox WHERE id = 'last'; ALTER TABLE lockdesk_outbox AUTO_INCREMENT = 1");
    ASSERT_RESULT(add());
}

TEST_F(MariaDbTroubleTest, RefusedPeopleAreToldWhatToDo)
{
    init();
    by_hand("CREATE OR REPLACE USER guest@'%' IDENTIFIED BY 'secret-one'; GRANT USAGE ON *.* TO guest@'%'; "
            "CREATE OR REPLACE USER reader@'%' IDENTIFIED BY 'secret-two'; GRANT SELECT ON "
            + m_database + ".* TO reader@'%'");
    const auto guest = open_url(url("guest:secret-one"));
    ASSERT_TRUE(guest.is_error());
    EXPECT_EQ(guest.failure().kind, FailureKind::refused);
    EXPECT_EQ(guest.failure().code, "1044");
    EXPECT_TRUE(says(guest.failure(), "GRANT SELECT")) << guest.failure().message;
    EXPECT_FALSE(says(guest.failure(), "secret-one"));
    const auto reader = open_url(url("reader:secret-two"));
    ASSERT_RESULT(reader);
    const auto write = (*reader)->locks().acquire(wish("a", "o", "r"));
    EXPECT_EQ(write.failure().kind, FailureKind::refused) << write.failure().message;
    EXPECT_EQ(write.failure().code, "1142");
    EXPECT_TRUE((*reader)->changes().since({}, Entities::all(), 10).is_result()) << "needs no privilege but SELECT";

    const auto wrong = open_url(url("guest:hidden-word"));
    EXPECT_EQ(wrong.failure().kind, FailureKind::refused);
    EXPECT_EQ(wrong.failure().code, "1045");
    EXPECT_FALSE(says(wrong.failure(), "hidden-word"));
    const auto at = "@127.0.0.1:" + std::to_string(logging_mariadb().port());
    const auto nowhere = open_url("mariadb://root" + at + "/nowhere");
    EXPECT_EQ(nowhere.failure().kind, FailureKind::unavailable);
    EXPECT_EQ(nowhere.failure().code, "1049");
    const auto none = open_url("mysql://root" + at);
    EXPECT_EQ(none.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(none.failure(), "names no database")) << none.failure().message;
    const auto closed = open_url("mariadb://root@127.0.0.1:" + std::to_string(free_port()) + "/x");
    EXPECT_EQ(closed.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(closed.failure(), "127.0.0.1:")) << closed.failure().message;
    const auto unknown = open_url("mariadb://root@no-such-host.invalid/x");
    EXPECT_EQ(unknown.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(unknown.failure(), "no-such-host.invalid")) << unknown.failure().message;
    EXPECT_TRUE(
        open_url("mariadb://root@localhost:" + std::to_string(logging_mariadb().port()) + "/" + m_database).is_result())
        << "a name goes by TCP, address by address";
    by_hand("DROP USER guest@'%'; DROP USER reader@'%'");
}

// The caller's rights suffice: no PROCESS, no SUPER, no TRIGGER.
TEST_F(MariaDbTroubleTest, AnOrdinaryUserCanDoEverything)
{
    by_hand("CREATE OR REPLACE USER worker@'%' IDENTIFIED BY 'pw'; GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP "
            "ON "
            + m_database + ".* TO worker@'%'");
    SessionOptions bare;
    bare.without_schema = true;
    const auto session = std::move(open_url(url("worker:pw"), bare)).value();
    ASSERT_RESULT(session->admin().create_schema());
    const auto got = session->locks().acquire(wish("a", "o", "r"));
    ASSERT_RESULT(got);
    ASSERT_RESULT(session->locks().force_release({LockName::trusted("a"), OwnerId::trusted("o"), *got->token}));
    ASSERT_RESULT(session->locks().collect(0s));
    const NewTask tasks[] = {task("t")};
    ASSERT_RESULT(session->tasks().add(tasks));
    EXPECT_EQ(session->tasks().claim(claim("o", 5, "c"))->size(), 1u);
    EXPECT_TRUE(session->changes().since({}, Entities::all(), 10)->snapshot);
    for (const auto kind : {SessionLockKind::named, SessionLockKind::skip_locked})
        EXPECT_TRUE(session->session_locks().try_lock(LockName::trusted("a"), kind, OwnerId::trusted("o")).value());
    EXPECT_EQ(session->session_locks().list({})->rows.size(), 2u);
    EXPECT_TRUE(session->session_locks().unlock(LockName::trusted("a"), SessionLockKind::skip_locked).value());
    ASSERT_RESULT(session->admin().create_sandbox(SandboxId::parse("x").value()));
    ASSERT_RESULT(session->admin().drop_sandbox(SandboxId::parse("x").value()));
    ASSERT_RESULT(session->admin().drop_schema());
    by_hand("DROP USER worker@'%'");
}

TEST(MariaDbFreezeTest, EveryCallEndsWithinItsTimeoutAndASecond)
{
    const auto server = start_mariadb({{}, false});
    SessionOptions options;
    options.timeout = 3s; // opening takes most of a second on a busy machine
    options.without_schema = true;
    const auto store = open_mariadb_store(StoreUrl::parse(server->url()).value()).value();
    SessionOptions slow = options;
    slow.timeout = 20s;
    ASSERT_RESULT((*store->open(slow))->admin().create_schema());
    auto session = std::move(store->open(options)).value();
    const auto got = session->locks().acquire({LockName::trusted("a"), OwnerId::trusted("o"), 30s, RequestId::trusted("r")});
    ASSERT_RESULT(got);
    server->freeze();
    std::optional<Failure> write, read, connect;
    EXPECT_LT(time_of([&] {
                  write = session->locks().release(LockName::trusted("a"), OwnerId::trusted("o"), *got->token).failure();
              }),
              4s);
    EXPECT_EQ(write->kind, FailureKind::in_doubt) << write->message;
    EXPECT_LT(time_of([&] { read = session->locks().list({}).failure(); }), 4s);
    EXPECT_EQ(read->kind, FailureKind::unavailable);
    EXPECT_TRUE(read->retryable);
    EXPECT_LT(time_of([&] { connect = store->open(options).failure(); }), 4s);
    EXPECT_EQ(connect->kind, FailureKind::unavailable);

    // A hanging call can be interrupted, and later calls fail at once.
    std::thread cutter;
    server->thaw();
    auto other = std::move(store->open(slow)).value();
    server->freeze();
    const auto cut = time_of([&] {
        cutter = std::thread([&] {
            std::this_thread::sleep_for(200ms); // lets the call begin; an earlier interrupt would work as well
            other->interrupt();
        });
        EXPECT_TRUE(other->locks().list({}).is_error());
    });
    cutter.join();
    EXPECT_LT(cut, 4s);
    EXPECT_LT(time_of([&] { EXPECT_TRUE(other->locks().list({}).is_error()); }), 100ms);
    EXPECT_LT(time_of([&] {
                  other.reset();
                  session.reset();
              }),
              4s);
    server->thaw();
    auto after = std::move(store->open(options)).value();
    EXPECT_EQ(after->locks().find(LockName::trusted("a"))->has_value(), true);
}

TEST(MariaDbFreezeTest, ARestartIsSurvivedByTheNextCall)
{
    const auto server = start_mariadb({{}, false});
    SessionOptions options;
    options.without_schema = true;
    options.timeout = 20s;
    const auto store = open_mariadb_store(StoreUrl::parse(server->url()).value()).value();
    auto session = std::move(store->open(options)).value();
    ASSERT_RESULT(session->admin().create_schema());
    ASSERT_RESULT(session->locks().acquire({LockName::trusted("a"), OwnerId::trusted("o"), 30s, RequestId::trusted("r")}));
    server->restart();
    const auto again =
        session->locks().acquire({LockName::trusted("a"), OwnerId::trusted("o"), 30s, RequestId::trusted("r")});
    ASSERT_RESULT(again);
    EXPECT_EQ(again->holds, 1);
    // Stamps continue above the earlier ones, whatever the sequence had cached.
    auto batch = session->changes().since({}, Entities::all(), 10);
    ASSERT_RESULT(batch);
    server->kill();
    server->restart();
    ASSERT_RESULT(session->locks().acquire({LockName::trusted("b"), OwnerId::trusted("o"), 30s, RequestId::trusted("r")}));
    batch = session->changes().since(batch->next, Entities::all(), 10);
    ASSERT_RESULT(batch);
    EXPECT_FALSE(batch->snapshot);
    ASSERT_EQ(batch->locks.size(), 1u);
    EXPECT_EQ(batch->locks[0].name, "b");
}

TEST(MariaDbErrorsTest, NumbersBecomeKinds)
{
    using sql::Trouble;
    const sql::Place place{"MariaDB", "h:1", "db", "ann", "", "mariadb://ann@h:1/db"};
    const auto of = [&](int code, bool write = true) {
        Trouble trouble;
        trouble.code = std::to_string(code);
        trouble.sent = true;
        return mariadb::to_failure(trouble, place, "s", write);
    };
    EXPECT_EQ(of(1045).kind, FailureKind::refused);
    EXPECT_EQ(of(1142).kind, FailureKind::refused);
    EXPECT_EQ(of(1049).kind, FailureKind::unavailable);
    EXPECT_EQ(of(1146).kind, FailureKind::unavailable);
    EXPECT_TRUE(says(of(1146), "init"));
    EXPECT_EQ(of(1792).kind, FailureKind::read_only);
    EXPECT_EQ(of(1290).kind, FailureKind::read_only);
    for (const int code : {1213, 1205, 1020}) {
        EXPECT_EQ(of(code).kind, FailureKind::unavailable);
        EXPECT_TRUE(of(code).retryable);
        EXPECT_TRUE(mariadb::is_rolled_back(of(code).code));
    }
    EXPECT_EQ(of(1366).kind, FailureKind::usage);
    EXPECT_EQ(of(1317, true).kind, FailureKind::in_doubt) << "cut off from outside: it may be the one that committed";
    EXPECT_EQ(of(1317, false).kind, FailureKind::unavailable);
    EXPECT_EQ(of(1064).kind, FailureKind::unavailable);
    EXPECT_FALSE(mariadb::is_rolled_back(of(1064).code));
    Trouble lost;
    lost.cause = Trouble::Cause::lost;
    lost.sent = true;
    EXPECT_EQ(mariadb::to_failure(lost, place, "s", true).kind, FailureKind::in_doubt);
    EXPECT_EQ(mariadb::to_failure(lost, place, "s", false).kind, FailureKind::unavailable);
    lost.sent = false;
    EXPECT_EQ(mariadb::to_failure(lost, place, "s", true).kind, FailureKind::unavailable);
    EXPECT_EQ(mariadb::to_failure(lost, place, "acquire", true).statement, "acquire");
}

} // namespace lockdesk::test
