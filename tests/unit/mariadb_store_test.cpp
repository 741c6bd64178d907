// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/link.h"
#include "backends/mariadb/own_transaction.h"
#include "tests/unit/many_pages_test.h"
#include "tests/unit/mariadb_fixture.h"
#include "tests/unit/odd_row_test.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <map>
#include <thread>

namespace lockdesk::test {

using MariaDbStoreTest = MariaDbTest;

TEST_F(MariaDbStoreTest, PreviewOfAForcedReleaseIsWhatTheServerLogs)
{
    init();
    const auto session = open();
    const std::string name = "o'clock \\ \u2603 {now}";
    const auto got = session->locks().acquire(wish(name, "a\"b", "r"));
    ASSERT_RESULT(got);
    ForceRelease request{LockName::trusted(name), OwnerId::trusted("a\"b"), *got->token};
    request.if_acquired_at = got->acquired_at;
    request.reason = "it's \\gone";
    request.hold_off = 5min;
    request.who = "ann@desk";
    const auto row = session->locks().find(request.name);
    ASSERT_RESULT(row);
    request.seen = LockSeen{**row, *row.store_time()};
    const auto preview = session->locks().preview_force_release(request);
    ASSERT_RESULT(preview);
    ASSERT_EQ(preview->commands.size(), 1u);
    EXPECT_FALSE(was_logged(preview->commands[0]));
    const auto done = session->locks().force_release(request);
    ASSERT_RESULT(done);
    EXPECT_EQ(done->result, ForceResult::released);
    EXPECT_EQ(done->token->number(), got->token->number() + 1);
    EXPECT_TRUE(was_logged(preview->commands[0])) << preview->commands[0];
    EXPECT_EQ(session->fence().admit(Resource::trusted(name), *got->token, "a")->admitted, false);
    const auto audit = session->audit().list({});
    ASSERT_RESULT(audit);
    ASSERT_EQ(audit->rows.size(), 1u);
    EXPECT_EQ(audit->rows[0].action, "hold-off");
    EXPECT_EQ(audit->rows[0].result, "released");
    EXPECT_EQ(audit->rows[0].evidence, evidence_json(request.seen));
    EXPECT_NE(audit->rows[0].evidence.find("\"token\":1,"), std::string::npos) << audit->rows[0].evidence;
    EXPECT_NE(audit->rows[0].evidence.find("a\\\"b"), std::string::npos) << audit->rows[0].evidence;
    const auto again = session->locks().force_release(request);
    ASSERT_RESULT(again);
    EXPECT_EQ(again->result, ForceResult::changed);
    EXPECT_FALSE(again->holder);
}

TEST_F(MariaDbStoreTest, PreviewsOfRelockAndRetryAreLogged)
{
    init();
    const auto session = open();
    const NewTask tasks[] = {task("t'1")};
    ASSERT_RESULT(session->tasks().add(tasks));
    const auto claimed = session->tasks().claim(claim("w", 1, "c"));
    ASSERT_RESULT(claimed);
    ASSERT_EQ(claimed->size(), 1u);
    ForcedRelock relock{TaskId::trusted("t'1"), "w", claimed->front().token, 90s, "why", "ann"};
    const auto preview = session->tasks().preview_relock_forced(relock);
    const auto answer = session->tasks().relock_forced(relock);
    ASSERT_RESULT(answer);
    EXPECT_EQ(answer->result, StepResult::done);
    EXPECT_EQ(task_due_at(*answer->row) - *answer.store_time(), 90s);
    EXPECT_TRUE(was_logged(preview->front()));

    ASSERT_RESULT(session->outbox().add({MessageId::trusted("m1"), Topic::trusted("t"), "{}"}));
    by_hand("UPDATE lockdesk_outbox SET state = 'dead', tries = 3, next_at = NULL");
    const MessageId ids[] = {MessageId::trusted("m1")};
    const auto text = session->outbox().preview_retry_dead(ids);
    const auto back = session->outbox().retry_dead(ids);
    ASSERT_RESULT(back);
    ASSERT_EQ(back->size(), 1u);
    EXPECT_EQ(back->front().tries, 0);
    EXPECT_TRUE(was_logged(text->front()));
}

// The server's time zone, and with it every session's, shifts TIMESTAMP columns and NOW(): nothing here may depend on it.
TEST_F(MariaDbStoreTest, AServerTwoHoursAheadChangesNothing)
{
    init();
    const auto before = open();
    ASSERT_RESULT(before->locks().acquire(wish("job", "a", "r", 60s)));
    by_hand("SET GLOBAL time_zone = '+02:00'");
    const auto after = open();
    const auto made = mariadb::make_link(StoreUrl::parse(url()).value(), {});
    sql::Link& link = *made;
    const auto zone = link.run_literal("zone", "SELECT @@session.time_zone", mariadb::Effect::read);
    EXPECT_EQ(zone->last().text(0, 0), "+02:00") << "left alone";
    const auto utc = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    EXPECT_LT(std::chrono::abs(after->admin().clock()->store - utc), 5s);
    EXPECT_EQ(after->locks().acquire(wish("job", "b", "r"))->result, AcquireResult::busy);
    const auto got = after->locks().acquire(wish("other", "b", "r", 30s));
    EXPECT_LT(std::chrono::abs(*got->acquired_at - utc), 5s);
    const NewTask tasks[] = {task("t")};
    ASSERT_RESULT(after->tasks().add(tasks));
    EXPECT_EQ(before->tasks().claim(claim("w", 1, "c"))->size(), 1u);
    EXPECT_TRUE(after->tasks().claim(claim("w", 1, "c2"))->empty()) << "held for 30 s on both clocks";
    by_hand("SET GLOBAL time_zone = 'SYSTEM'");
    EXPECT_EQ(before->locks().find(LockName::trusted("other"))->value().expires_at, got->expires_at);
}

TEST_F(MariaDbStoreTest, SixtyFourFirstAcquirersOneWinsAndNobodyFails)
{
    init();
    constexpr int many = 64;
    constexpr int rounds = 5;
    std::vector<std::unique_ptr<Session>> sessions;
    for (int i = 0; i < many; ++i)
        sessions.push_back(open());
    for (int round = 0; round < rounds; ++round) {
        std::atomic<int> acquired{0}, busy{0}, ready{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < many; ++i)
            threads.emplace_back([&, i] {
                ++ready;
                while (ready < many)
                    std::this_thread::yield();
                const auto got = sessions[static_cast<std::size_t>(i)]->locks().acquire(
                    wish("new" + std::to_string(round), "o" + std::to_string(i), "r"));
                acquired += got && got->result == AcquireResult::acquired ? 1 : 0;
                busy += got && got->result == AcquireResult::busy ? 1 : 0;
            });
        for (auto& t : threads)
            t.join();
        EXPECT_EQ(acquired, 1);
        EXPECT_EQ(busy, many - 1);
    }
}

TEST_F(MariaDbStoreTest, AMessageWrittenInTheCallersTransactionGoesWithIt)
{
    init();
    const auto session = open();
    ByHand mine(logging_mariadb().port(), m_database);
    mariadb::OutboxWriter writer(mine.raw());
    const NewMessage message{MessageId::trusted("m'1"), Topic::trusted("t"), "{\"a\": \"\\\\ '\"}"};
    mine.run("START TRANSACTION");
    EXPECT_TRUE(writer.add(message).value());
    mine.run("ROLLBACK");
    EXPECT_FALSE(session->outbox().find(message.id)->has_value());
    mine.run("START TRANSACTION");
    EXPECT_TRUE(writer.add(message).value());
    EXPECT_FALSE(writer.add(message).value());
    EXPECT_FALSE(session->outbox().find(message.id)->has_value());
    mine.run("COMMIT");
    EXPECT_EQ(session->outbox().find(message.id)->value().payload, message.payload);
    EXPECT_EQ(session->outbox().claim({1, OwnerId::trusted("r"), ClaimId::trusted("c")})->size(), 1u);

    EXPECT_EQ(writer.add(message).failure().kind, FailureKind::usage) << "in no transaction";
    mine.run("START TRANSACTION");
    const auto missing = mariadb::OutboxWriter(mine.raw(), SandboxId::parse("none").value()).add(message);
    ASSERT_TRUE(missing.is_error());
    EXPECT_EQ(missing.failure().code, "1146");
    EXPECT_EQ(writer.add({MessageId::trusted("m2"), Topic::trusted("t"), "\xff"}).failure().kind, FailureKind::usage);
}

// A stamp older than those already reported, from a transaction that began first and commits last.
TEST_F(MariaDbStoreTest, ALateCommitIsNotMissed)
{
    init();
    const auto session = open();
    const auto poll = [&](ChangeCursor& cursor) {
        auto batch = session->changes().since(cursor, Entities::all(), 1000);
        EXPECT_TRUE(batch.is_result());
        cursor = batch->next;
        return *batch;
    };
    ChangeCursor cursor;
    ByHand slow(logging_mariadb().port(), m_database);
    slow.run("START TRANSACTION");
    ASSERT_RESULT(mariadb::OutboxWriter(slow.raw()).add({MessageId::trusted("late"), Topic::trusted("t"), "{}"}));
    EXPECT_TRUE(poll(cursor).snapshot);
    ByHand later(logging_mariadb().port(), m_database);
    later.run("START TRANSACTION");
    later.run("INSERT INTO lockdesk_tasks (id, kind, phase) VALUES ('late', 'k', 'p')");
    const NewTask quick[] = {task("quick")};
    ASSERT_RESULT(session->tasks().add(quick));
    auto batch = poll(cursor);
    ASSERT_EQ(batch.tasks.size(), 1u);
    EXPECT_EQ(batch.tasks[0].id, "quick");
    // For longer than the window in which a stamp may be uncommitted, and also from another observer's point of view.
    const auto until = std::chrono::steady_clock::now() + 2500ms;
    while (std::chrono::steady_clock::now() < until) {
        EXPECT_EQ(poll(cursor).rows(), 0u) << "what was told is not repeated";
        ASSERT_TRUE(await([] { return true; }));
        std::this_thread::yield();
    }
    slow.run("COMMIT");
    batch = poll(cursor);
    ASSERT_EQ(batch.messages.size(), 1u);
    EXPECT_EQ(batch.messages[0].id, "late");
    EXPECT_TRUE(batch.tasks.empty());
    const auto stranger = open()->changes().since(cursor, Entities::all(), 1000);
    later.run("COMMIT");
    batch = poll(cursor);
    ASSERT_EQ(batch.tasks.size(), 1u);
    EXPECT_EQ(batch.tasks[0].id, "late");
    const auto by_stranger = open()->changes().since(stranger->next, Entities::all(), 1000);
    EXPECT_GE(by_stranger->tasks.size(), 1u) << "a cursor may move to another session";
    // The mark advances once no transaction is open, and then a new session repeats nothing either.
    EXPECT_TRUE(await([&] {
        poll(cursor);
        const auto fresh = open()->changes().since(cursor, Entities::all(), 1000);
        return fresh->rows() == 0 && !fresh->snapshot;
    }));
}

// Beyond a thousand new stamps a poll reads all rows above its mark, those of earlier answers too.
TEST_F(MariaDbStoreTest, RowsOfEarlierAnswersHideNoNewOnes)
{
    init();
    const auto session = open();
    const auto poll = [&](ChangeCursor& cursor) {
        auto batch = session->changes().since(cursor, Entities::all(), 1500);
        EXPECT_TRUE(batch.is_result());
        cursor = batch->next;
        return *batch;
    };
    const auto add = [&](const std::string& prefix, int count) {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i)
            tasks.push_back(task(prefix + std::to_string(i)));
        ASSERT_RESULT(session->tasks().add(tasks));
    };
    ChangeCursor cursor;
    ByHand slow(logging_mariadb().port(), m_database); // keeps the mark below its stamp
    slow.run("START TRANSACTION");
    ASSERT_RESULT(mariadb::OutboxWriter(slow.raw()).add({MessageId::trusted("late"), Topic::trusted("t"), "{}"}));
    EXPECT_TRUE(poll(cursor).snapshot);
    add("a", 900);
    EXPECT_EQ(poll(cursor).tasks.size(), 900u);
    add("b", 1001);
    const auto batch = poll(cursor);
    EXPECT_TRUE(batch.tasks.size() == 1001 || batch.truncated.has(Entity::task)) << batch.tasks.size();
}

TEST_F(MariaDbStoreTest, ASnapshotOfManyPagesHasEveryRowOnce)
{
    init();
    EXPECT_FALSE(open()->changes().since({}, Entity::lock, 0)->truncated.has(Entity::lock)) << "no row, and none wanted";
    ByHand(logging_mariadb().port(), m_database)
        .run(
            "INSERT INTO lockdesk_locks (name) SELECT concat('n-', seq, IF(seq % 2 = 0, char(39), '')) FROM seq_1_to_20001");
    a_snapshot_of_many_pages_has_every_row_once(open()->changes());
}

TEST_F(MariaDbStoreTest, RowsWrittenByHandHaveTheirDefaults)
{
    init();
    const auto session = open();
    by_hand("INSERT INTO lockdesk_tasks (id, kind, phase) VALUES ('t', 'k', 'p')");
    by_hand("INSERT INTO lockdesk_outbox (topic) VALUES ('t')");
    by_hand("INSERT INTO lockdesk_locks (name, owner, token) VALUES ('byhand', 'me', 7)");
    by_hand("INSERT INTO lockdesk_tasks (id, kind, phase, desired_state) VALUES (X'FF80', 'k', 'q', 'Flying')");
    EXPECT_EQ(session->tasks().claim(claim("w", 5, "c"))->size(), 1u);
    EXPECT_EQ(session->outbox().claim({5, OwnerId::trusted("r"), ClaimId::trusted("c")})->size(), 1u);
    const auto busy = session->locks().acquire(wish("byhand", "a", "r"));
    EXPECT_EQ(busy->result, AcquireResult::busy) << "no expiry at all";
    const auto tasks = session->tasks().list({});
    ASSERT_RESULT(tasks);
    ASSERT_EQ(tasks->rows.size(), 2u);
    EXPECT_EQ(tasks->rows[1].doubt, "desired_state");
    EXPECT_EQ(session->changes().since({}, Entities::all(), 100)->rows(), 4u);
}

// One row must not take all others with it.
TEST_F(MariaDbStoreTest, ATimeBeyondAllTimesBreaksNoFilter)
{
    init();
    const auto session = open();
    by_hand("INSERT INTO lockdesk_locks (name, owner, token, lease_us, expires_at) VALUES "
            "('far', 'me', 7, 9223372036854775807, 9223372036854775807), ('past', 'me', 7, -9223372036854775807, -9223372036854775807)");
    ASSERT_RESULT(session->locks().acquire(wish("usual", "a", "r")));
    for (const auto& [text, names] : std::map<std::string, std::vector<std::string>>{
             {"state:held", {"far", "usual"}}, {"state:closing", {}}, {"state:expired", {"past"}}, {"state:free", {}}}) {
        ListRequest request;
        request.filter = Filter::parse(text, list_filter_keys(), false).value();
        const auto page = session->locks().list(request);
        ASSERT_RESULT(page) << text;
        std::vector<std::string> found;
        for (const LockRow& row : page->rows)
            found.push_back(row.name);
        EXPECT_EQ(found, names) << text;
    }
}

TEST_F(MariaDbStoreTest, SessionLocksEndWithTheirSession)
{
    init();
    const auto a = open();
    const auto b = open();
    for (const auto& name : {LockName::trusted("nightly"), LockName::trusted(std::string(200, 'n'))}) {
        for (const auto kind : {SessionLockKind::named, SessionLockKind::skip_locked}) {
            auto holder = open();
            const auto taken = holder->session_locks().try_lock(name, kind, OwnerId::trusted("holder"));
            ASSERT_RESULT(taken);
            EXPECT_TRUE(*taken);
            EXPECT_FALSE(a->session_locks().try_lock(name, kind, OwnerId::trusted("a")).value());
            EXPECT_TRUE(holder->session_locks().still_mine(name, kind).value());
            const auto rows = b->session_locks().list({});
            ASSERT_RESULT(rows);
            ASSERT_EQ(rows->rows.size(), 1u);
            EXPECT_EQ(rows->rows[0].name, name.str());
            EXPECT_EQ(rows->rows[0].owner, "holder");
            by_hand("KILL " + rows->rows[0].session);
            EXPECT_TRUE(await([&] { return b->session_locks().list({})->rows.empty(); }));
            EXPECT_FALSE(holder->session_locks().still_mine(name, kind).value());
            EXPECT_FALSE(holder->session_locks().unlock(name, kind).value());
            EXPECT_TRUE(a->session_locks().try_lock(name, kind, OwnerId::trusted("a")).value());
            EXPECT_TRUE(a->session_locks().unlock(name, kind).value());
            EXPECT_TRUE(b->session_locks().try_lock(name, kind, OwnerId::trusted("b")).value());
            EXPECT_TRUE(b->session_locks().unlock(name, kind).value());
        }
    }
}

// A guard's transaction may idle indefinitely; a verb's may not, or a frozen program would lock its rows for ever.
TEST_F(MariaDbStoreTest, TransactionsOfFrozenProgramsAreEndedByTheServer)
{
    init();
    SessionOptions options;
    options.timeout = 1s;
    const auto made = mariadb::make_link(StoreUrl::parse(url()).value(), options);
    sql::Link& link = *made;
    EXPECT_EQ(link.run_literal("x", "SELECT @@idle_transaction_timeout", mariadb::Effect::read)->last().number(0, 0), 6);
    EXPECT_EQ(link.run_literal("x", "SELECT @@tx_isolation", mariadb::Effect::read)->last().text(0, 0), "READ-COMMITTED");
}

TEST_F(MariaDbStoreTest, TheSandboxHasAClockOfItsOwnAndLeavesNothing)
{
    init();
    const auto id = SandboxId::parse("lesson").value();
    const auto admin = open();
    ASSERT_RESULT(admin->admin().create_sandbox(id));
    EXPECT_TRUE(admin->admin().create_sandbox(id).is_error());
    SessionOptions inside;
    inside.sandbox = id;
    {
        const auto session = open(inside);
        ASSERT_RESULT(session->admin().set_rate(0));
        const auto now = session->admin().set_clock(time_from_us(1'000'000'000));
        ASSERT_RESULT(now);
        EXPECT_EQ(to_us(now->store), 1'000'000'000);
        const auto got = session->locks().acquire(wish("a", "o", "r", 10s));
        EXPECT_EQ(to_us(*got->expires_at), 1'010'000'000);
        ASSERT_RESULT(session->admin().advance_clock(11s));
        EXPECT_EQ(session->locks().renew(LockName::trusted("a"), OwnerId::trusted("o"), *got->token, 10s)->result,
                  LeaseResult::expired);
        EXPECT_FALSE(admin->locks().find(LockName::trusted("a"))->has_value());
    }
    EXPECT_EQ(admin->admin().list_sandboxes()->size(), 1u);
    EXPECT_TRUE(admin->admin().drop_sandbox(id).value());
    EXPECT_FALSE(admin->admin().drop_sandbox(id).value());
    EXPECT_EQ(count_by_hand("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name "
                            "LIKE 'lockdesk\\_sb\\_%'"),
              0);
    const auto gone = try_open(inside);
    ASSERT_TRUE(gone.is_error());
    EXPECT_TRUE(says(gone.failure(), "sandbox create lesson")) << gone.failure().message;
}

// A sandbox "a_b" is created while "a" is dropped: their table names have a common prefix.
TEST_F(MariaDbStoreTest, ASandboxThatIsMadeMeanwhileIsNotDropped)
{
    init();
    const auto a = SandboxId::parse("a").value();
    ASSERT_RESULT(open()->admin().create_sandbox(a));
    ByHand maker(logging_mariadb().port(), m_database);
    ASSERT_EQ(maker.run("SELECT GET_LOCK('lockdesk schema " + m_database + "', 5)").at(0).at(0), "1");
    auto dropping = std::async(std::launch::async, [&] { return open()->admin().drop_sandbox(a).value(); });
    ASSERT_TRUE(await([&] {
        return count_by_hand("SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User lock' AND db = DATABASE()") == 1;
    }));
    maker.run("CREATE TABLE lockdesk_sb_a_b_locks (id INT); "
              "CREATE TABLE lockdesk_sb_a_b_clock (id INT) COMMENT = 'lockdesk sandbox 1'; "
              "DO RELEASE_LOCK('lockdesk schema " + m_database + "')");
    EXPECT_TRUE(dropping.get());
    EXPECT_EQ(count_by_hand("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name "
                            "LIKE 'lockdesk\\_sb\\_a\\_b\\_%'"),
              2);
}

// Anybody who writes to the database chooses the names of tables.
TEST_F(MariaDbStoreTest, ATablesNameRunsNothingWhenItsSandboxIsDropped)
{
    init();
    const auto id = SandboxId::parse("lesson").value();
    const auto session = open();
    ASSERT_RESULT(session->admin().create_sandbox(id));
    by_hand("CREATE TABLE `lockdesk_sb_lesson_x``; DROP TABLE lockdesk_locks; -- x` (a INT)");
    EXPECT_TRUE(session->admin().drop_sandbox(id).value());
    EXPECT_EQ(count_by_hand("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = "
                            "'lockdesk_locks'"),
              1);
    EXPECT_EQ(count_by_hand("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name "
                            "LIKE 'lockdesk\\_sb\\_%'"),
              0);
}

TEST_F(MariaDbStoreTest, AnAccountThatCannotHaveItsRightsDoesNotStay)
{
    init();
    by_hand("CREATE OR REPLACE USER teacher@'%'; GRANT ALL ON " + m_database + ".* TO teacher@'%'; GRANT CREATE USER ON *.* TO teacher@'%'");
    const auto teacher = open_mariadb_store(StoreUrl::parse(url("teacher")).value()).value();
    const auto id = SandboxId::parse("lesson").value();
    ASSERT_RESULT((*teacher->open({}))->admin().create_sandbox(id));
    SessionOptions inside;
    inside.sandbox = id;
    for (int i = 0; i < 2; ++i) {
        const auto session = teacher->open(inside);
        ASSERT_RESULT(session);
        const auto refused = (*session)->statements().run("SELECT 1");
        ASSERT_TRUE(refused.is_error());
        EXPECT_TRUE(says(refused.failure(), "no account of its own can be made there")) << refused.failure().message;
    }
    const auto accounts = "SELECT COUNT(*) FROM mysql.global_priv WHERE user LIKE 'lockdesk\\_sb\\_%'";
    EXPECT_EQ(count_by_hand(accounts), 0);
    // One that somebody with all rights made stays, for all who have its password.
    SessionOptions whole;
    whole.sandbox = id;
    ASSERT_RESULT(open(whole)->statements().run("SELECT 1"));
    const auto other = teacher->open(inside);
    ASSERT_RESULT(other);
    EXPECT_TRUE((*other)->statements().run("SELECT 1").is_error());
    ASSERT_RESULT(open(whole)->statements().run("SELECT 1"));
    EXPECT_EQ(count_by_hand(accounts), 1);
    EXPECT_TRUE(open()->admin().drop_sandbox(id).value());
    EXPECT_EQ(count_by_hand(accounts), 0);
    by_hand("DROP USER teacher@'%'");
}

// One of two who begin a lesson at once may give no rights: what the other was given stays.
TEST_F(MariaDbStoreTest, AnAccountIsNotTakenFromWhoHasJustGotIt)
{
    init();
    by_hand("CREATE OR REPLACE USER teacher@'%'; GRANT ALL ON " + m_database + ".* TO teacher@'%'; GRANT CREATE USER ON *.* TO teacher@'%'");
    const auto teacher = open_mariadb_store(StoreUrl::parse(url("teacher")).value()).value();
    constexpr int rounds = 12;
    for (int i = 0; i < rounds; ++i) {
        SessionOptions inside;
        inside.sandbox = SandboxId::parse("lesson" + std::to_string(i)).value();
        ASSERT_RESULT(open()->admin().create_sandbox(*inside.sandbox));
        const auto lesser = teacher->open(inside);
        ASSERT_RESULT(lesser);
        ASSERT_RESULT((*lesser)->locks().find(LockName::trusted("x"))); // connected
        const auto whole = open(inside);
        ASSERT_RESULT(whole->locks().find(LockName::trusted("x")));
        auto other = std::async(std::launch::async, [&] { return (*lesser)->statements().run("SELECT 1"); });
        const auto first = whole->statements().run("SELECT 1");
        EXPECT_TRUE(other.get().is_error());
        ASSERT_RESULT(first) << "round " << i;
        ASSERT_RESULT(open(inside)->statements().run("SELECT 1")) << "round " << i;
        EXPECT_TRUE(open()->admin().drop_sandbox(*inside.sandbox).value());
    }
    EXPECT_EQ(count_by_hand("SELECT COUNT(*) FROM mysql.global_priv WHERE user LIKE 'lockdesk\\_sb\\_%'"), 0);
    by_hand("DROP USER teacher@'%'");
}

TEST_F(MariaDbStoreTest, AnOddTaskStopsNoClaim)
{
    init();
    auto session = open();
    an_odd_task_stops_no_claim(*session, {"9223372036854775807", "-9223372036854775808", "9007199254740991"},
                               by_sql([this](const std::string& sql) { by_hand(sql); }, "lockdesk_tasks", "id"));
}

TEST_F(MariaDbStoreTest, AnOddDrawGivesNoNumber)
{
    init();
    auto session = open();
    an_odd_draw_gives_no_number(*session, {"-1", "9223372036854775807"},
                                by_sql([this](const std::string& sql) { by_hand(sql); }, "lockdesk_draws", "event"));
}

} // namespace lockdesk::test
