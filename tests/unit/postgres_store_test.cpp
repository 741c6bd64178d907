// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/session_locks.h"
#include "backends/postgres/own_transaction.h"
#include "tests/unit/odd_row_test.h"
#include "tests/unit/postgres_fixture.h"

#include <map>
#include <set>
#include <thread>

namespace lockdesk::test {

TEST_F(PostgresTest, PreviewOfAForcedReleaseIsWhatTheServerLogs)
{
    init();
    const auto session = open();
    const auto got = session->locks().acquire(wish("o'clock \\ \u2603", "a\"b", "r"));
    ASSERT_RESULT(got);
    ForceRelease request{LockName::trusted("o'clock \\ \u2603"), OwnerId::trusted("a\"b"), *got->token};
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
    const auto done = session->locks().force_release(request);
    ASSERT_RESULT(done);
    EXPECT_EQ(done->result, ForceResult::released);
    EXPECT_EQ(done->token->number(), got->token->number() + 1);
    EXPECT_TRUE(was_logged(preview->commands[0])) << preview->commands[0];
    EXPECT_EQ(session->fence().admit(Resource::trusted("o'clock \\ \u2603"), *got->token, "a")->admitted, false);
    const auto audit = session->audit().list({});
    ASSERT_RESULT(audit);
    ASSERT_EQ(audit->rows.size(), 1u);
    EXPECT_EQ(audit->rows[0].action, "hold-off");
    EXPECT_EQ(audit->rows[0].result, "released");
    EXPECT_EQ(audit->rows[0].evidence, evidence_json(request.seen));
    EXPECT_NE(audit->rows[0].evidence.find("\"token\":1,"), std::string::npos) << audit->rows[0].evidence;
    const auto again = session->locks().force_release(request);
    ASSERT_RESULT(again);
    EXPECT_EQ(again->result, ForceResult::changed);
    EXPECT_FALSE(again->holder);
}

TEST_F(PostgresTest, PreviewsOfRelockAndRetryAreLogged)
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
    EXPECT_TRUE(was_logged(preview->front())) << preview->front();

    ASSERT_RESULT(session->outbox().add({MessageId::trusted("m1"), Topic::trusted("t"), "{}"}));
    by_hand("UPDATE lockdesk_outbox SET state = 'dead', tries = 3");
    const MessageId ids[] = {MessageId::trusted("m1")};
    const auto text = session->outbox().preview_retry_dead(ids);
    const auto back = session->outbox().retry_dead(ids);
    ASSERT_RESULT(back);
    ASSERT_EQ(back->size(), 1u);
    EXPECT_EQ(back->front().tries, 0);
    EXPECT_TRUE(was_logged(text->front())) << text->front();
}

TEST_F(PostgresTest, RenewalsStayOnTheirPage)
{
    init();
    const auto session = open();
    const auto got = session->locks().acquire(wish("hot", "a", "r"));
    ASSERT_RESULT(got);
    constexpr int renewals = 1000;
    for (int i = 0; i < renewals; ++i)
        ASSERT_EQ(session->locks().renew(LockName::trusted("hot"), OwnerId::trusted("a"), *got->token, 30s)->result,
                  LeaseResult::renewed);
    const auto share = [&] {
        const auto row =
            by_hand("SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'lockdesk_locks'");
        return std::pair{row[0][0].as<std::int64_t>(), row[0][1].as<std::int64_t>()};
    };
    by_hand("SELECT pg_stat_force_next_flush()");
    ASSERT_TRUE(await([&] { return share().first >= renewals; }, 20s));
    EXPECT_EQ(share().first, share().second);
}

TEST_F(PostgresTest, AHintWakesAListenerAfterARelease)
{
    init();
    const auto shared = store();
    auto session = std::move(shared->open({})).value();
    const auto got = session->locks().acquire(wish("bell", "a", "r"));
    auto listener = std::move(shared->listen({{Entity::lock, "bell"}}, {})).value();
    const auto other = std::move(shared->listen({{Entity::lock, "another"}}, {})).value();
    const auto everything = std::move(shared->listen({}, {})).value();
    ASSERT_RESULT(session->locks().release(LockName::trusted("bell"), OwnerId::trusted("a"), *got->token));
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(listener->wait(5s).value());
    EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
    EXPECT_TRUE(everything->wait(5s).value());
    EXPECT_FALSE(other->wait(50ms).value());
    // The acquire's own hint may be late: spurious hints are allowed. Once it is quiet, only the interrupt is left.
    ASSERT_TRUE(await([&] { return !listener->wait(100ms).value(); }));
    std::thread stopper([&] { listener->interrupt(); });
    EXPECT_FALSE(listener->wait(10s).value());
    stopper.join();
}

TEST_F(PostgresTest, AOneShotProgramsHintIsSentOnItsOwnConnection)
{
    init();
    const auto listener = std::move(store()->listen({{Entity::lock, "bell"}}, {})).value();
    {
        const auto session = open();
        const auto got = session->locks().acquire(wish("bell", "a", "r"));
        ASSERT_RESULT(session->locks().release(LockName::trusted("bell"), OwnerId::trusted("a"), *got->token));
    }
    EXPECT_TRUE(listener->wait(5s).value());
}

TEST_F(PostgresTest, AMessageWrittenInTheCallersTransactionGoesWithIt)
{
    init();
    const auto session = open();
    pqxx::connection connection(url());
    {
        pqxx::work work(connection);
        EXPECT_TRUE(postgres::OutboxWriter(work).add({MessageId::trusted("m1"), Topic::trusted("t"), "{}"}).value());
        work.abort();
    }
    EXPECT_FALSE(session->outbox().find(MessageId::trusted("m1"))->has_value());
    {
        pqxx::work work(connection);
        postgres::OutboxWriter writer(work);
        EXPECT_TRUE(writer.add({MessageId::trusted("m1"), Topic::trusted("t"), "{}"}).value());
        EXPECT_FALSE(writer.add({MessageId::trusted("m1"), Topic::trusted("t"), "{}"}).value());
        work.commit();
    }
    EXPECT_TRUE(session->outbox().find(MessageId::trusted("m1"))->has_value());
    {
        pqxx::work work(connection);
        const auto sandbox = SandboxId::parse("none").value();
        const auto missing =
            postgres::OutboxWriter(work, sandbox).add({MessageId::trusted("m2"), Topic::trusted("t"), "{}"});
        ASSERT_TRUE(missing.is_error());
        EXPECT_EQ(missing.failure().code, "42P01");
    }
}

TEST_F(PostgresTest, ALateCommitIsNotMissed)
{
    init();
    const auto session = open();
    auto batch = session->changes().since({}, Entities::all(), 1000);
    ASSERT_RESULT(batch);
    EXPECT_TRUE(batch->snapshot);
    pqxx::connection slow(url());
    pqxx::work late(slow);
    late.exec("INSERT INTO lockdesk_tasks (id, kind, phase) VALUES ('late', 'k', 'p')");
    const NewTask quick[] = {task("quick")};
    ASSERT_RESULT(session->tasks().add(quick));
    batch = session->changes().since(batch->next, Entities::all(), 1000);
    ASSERT_EQ(batch->tasks.size(), 1u);
    EXPECT_EQ(batch->tasks[0].id, "quick");
    batch = session->changes().since(batch->next, Entities::all(), 1000);
    EXPECT_EQ(batch->rows(), 0u);
    late.commit();
    batch = session->changes().since(batch->next, Entities::all(), 1000);
    ASSERT_EQ(batch->tasks.size(), 1u);
    EXPECT_EQ(batch->tasks[0].id, "late");
    by_hand("DELETE FROM lockdesk_tasks WHERE id = 'quick'");
    batch = session->changes().since(batch->next, Entities::all(), 1000);
    ASSERT_EQ(batch->gone.size(), 1u);
    EXPECT_EQ(batch->gone[0].key, "quick");
    const auto overflow = session->changes().since({}, Entities::all(), 0);
    EXPECT_TRUE(overflow->truncated.has(Entity::task));
}

TEST_F(PostgresTest, RowsByForeignHandsAreShownAndNamedInDoubt)
{
    init();
    const auto session = open();
    by_hand(
        "INSERT INTO lockdesk_locks (name, owner, token, expires_at) VALUES ('byhand', 'me', 7, lockdesk_now() + 60000000)");
    by_hand("INSERT INTO lockdesk_locks (name, token, holds, renewals) VALUES ('odd', NULL, NULL, NULL)");
    by_hand(
        "INSERT INTO lockdesk_tasks (id, kind, phase, desired_state, locked_at) VALUES ('odd', NULL, NULL, 'Flying', NULL)");
    by_hand("INSERT INTO lockdesk_outbox (id, topic, state, payload) VALUES ('odd', NULL, 'strange', NULL)");
    const auto locks = session->locks().list({});
    ASSERT_RESULT(locks);
    ASSERT_EQ(locks->rows.size(), 2u);
    EXPECT_EQ(lock_state(locks->rows[0], *locks.store_time()), LockState::held);
    EXPECT_TRUE(locks->rows[0].doubt.empty()) << locks->rows[0].doubt;
    EXPECT_EQ(locks->rows[1].doubt, "token, holds, renewals");
    EXPECT_NE(locks->rows[1].raw.str().find("\"token\":null"), std::string::npos);
    EXPECT_EQ(session->tasks().list({})->rows[0].doubt, "kind, phase, desired_state, locked_at");
    EXPECT_EQ(session->outbox().list({})->rows[0].doubt, "topic, payload, state");
    EXPECT_EQ(session->changes().since({}, Entities::all(), 100)->rows(), 4u);
    const auto got = session->locks().acquire(wish("odd", "a", "r"));
    ASSERT_RESULT(got);
    EXPECT_EQ(got->token->number(), 1);
    EXPECT_EQ(session->locks().acquire(wish("byhand", "a", "r"))->result, AcquireResult::busy);
}

// One row must not take all others with it.
TEST_F(PostgresTest, ATimeBeyondAllTimesBreaksNoFilter)
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

TEST_F(PostgresTest, SessionLocksEndWithTheirSession)
{
    init();
    const auto a = open();
    const auto b = open();
    const auto name = LockName::trusted("nightly");
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
        EXPECT_EQ(rows->rows[0].name, "nightly");
        EXPECT_EQ(rows->rows[0].owner, "holder");
        by_hand("SELECT pg_terminate_backend(" + rows->rows[0].session + ", 5000)");
        EXPECT_FALSE(holder->session_locks().still_mine(name, kind).value());
        EXPECT_FALSE(holder->session_locks().unlock(name, kind).value());
        EXPECT_TRUE(b->session_locks().list({})->rows.empty());
        EXPECT_TRUE(a->session_locks().try_lock(name, kind, OwnerId::trusted("a")).value());
        EXPECT_TRUE(a->session_locks().unlock(name, kind).value());
        EXPECT_TRUE(b->session_locks().try_lock(name, kind, OwnerId::trusted("b")).value());
        EXPECT_TRUE(b->session_locks().unlock(name, kind).value());
    }
}

TEST_F(PostgresTest, TheSandboxHasAClockOfItsOwnAndLeavesNothing)
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
        const NewTask tasks[] = {task("t")};
        ASSERT_RESULT(session->tasks().add(tasks));
        EXPECT_EQ(session->tasks().claim(claim("w", 5, "c"))->size(), 1u);
    }
    EXPECT_EQ(admin->admin().list_sandboxes()->size(), 1u);
    EXPECT_TRUE(admin->admin().drop_sandbox(id).value());
    EXPECT_FALSE(admin->admin().drop_sandbox(id).value());
    const auto gone = try_open(inside);
    ASSERT_TRUE(gone.is_error());
    EXPECT_TRUE(says(gone.failure(), "sandbox create lesson")) << gone.failure().message;
}

// Several sessions may hold a shared advisory lock: the preview is of the one that the operator saw.
TEST_F(PostgresTest, ThePreviewOfAnEndIsOfTheSessionThatIsNamed)
{
    init();
    pqxx::connection first(url()), second(url());
    pqxx::nontransaction one(first), two(second);
    one.exec("SELECT pg_advisory_lock_shared(4711)");
    two.exec("SELECT pg_advisory_lock_shared(4711)");
    const auto session = open();
    const auto page = session->session_locks().list({});
    ASSERT_RESULT(page);
    ASSERT_EQ(page->rows.size(), 2U);
    for (const auto& row : page->rows) {
        const LockRow shown = lock_row(row);
        ForceRelease request{.name = LockName::trusted(shown.name), .if_owner = OwnerId::trusted(shown.owner)};
        const auto preview = session->session_locks().preview_end_session(request, row.kind);
        ASSERT_RESULT(preview);
        ASSERT_TRUE(preview->ends);
        EXPECT_EQ(preview->ends->session, row.session) << shown.owner;
    }
}

TEST_F(PostgresTest, TheLockTableOfOthers)
{
    for (const std::string type : {"timestamptz", "timestamp"}) {
        const std::string table = "locks_" + type;
        by_hand("CREATE TABLE " + table + " (name varchar(100) PRIMARY KEY, owner varchar(100) NULL, expiry " + type
                + " NULL)");
        by_hand("ALTER DATABASE " + m_database + " SET timezone = 'Asia/Seoul'");
        SessionOptions options;
        options.source = "dist_lock:table=" + table;
        const auto session = open(options);
        const auto got = session->locks().acquire(wish("job", "h1", "r"));
        ASSERT_RESULT(got);
        EXPECT_EQ(got->result, AcquireResult::acquired);
        const auto seen =
            by_hand("SELECT extract(epoch FROM expiry - "
                    + std::string(type == "timestamp" ? "(now() AT TIME ZONE 'UTC')" : "now()") + ") FROM " + table);
        EXPECT_NEAR(seen[0][0].as<double>(), 30.0, 2.0);
        EXPECT_EQ(session->locks().acquire(wish("job", "h2", "r"))->result, AcquireResult::busy);
        EXPECT_TRUE(session->locks().acquire(wish("job", "h1", "r2", 60s))->extended);
        EXPECT_EQ(session->locks().release(LockName::trusted("job"), OwnerId::trusted("h2"), {})->result,
                  LeaseResult::not_owner);
        EXPECT_EQ(session->locks().release(LockName::trusted("job"), OwnerId::trusted("h1"), {})->result,
                  LeaseResult::released);
        EXPECT_EQ(session->locks().acquire(wish("job", "h2", "r"))->result, AcquireResult::acquired);
        ForceRelease force{LockName::trusted("job"), OwnerId::trusted("h1"), FencingToken{}};
        EXPECT_EQ(session->locks().force_release(force)->holder->owner, "h2");
        force.if_owner = OwnerId::trusted("h2");
        EXPECT_EQ(session->locks().force_release(force)->result, ForceResult::released);
        EXPECT_EQ(session->locks().list({})->rows.size(), 1u);
    }
    SessionOptions missing;
    missing.source = "dist_lock";
    EXPECT_TRUE(says(try_open(missing).failure(), "--source dist_lock init"));
    missing.without_schema = true;
    EXPECT_TRUE(open(missing)->admin().create_schema()->created);
    missing.without_schema = false;
    EXPECT_TRUE(open(missing)->locks().list({})->rows.empty());
}

TEST_F(PostgresTest, ANameLikeAMarkBreaksNoPaging)
{
    init();
    // Pages of 5,000 rows ordered by name; the last row of the first page has such a name, at which the next page begins.
    by_hand("INSERT INTO lockdesk_locks (name) SELECT 'a' || lpad(g::text, 6, '0') FROM generate_series(1, 4999) g; "
            "INSERT INTO lockdesk_locks (name) VALUES ('b {limit}{where}'); "
            "INSERT INTO lockdesk_locks (name) SELECT 'c' || lpad(g::text, 6, '0') FROM generate_series(1, 4999) g");
    const auto filter = Filter::parse("-name:nobody", list_filter_keys(), false);
    ASSERT_RESULT(filter);
    const auto page = open()->locks().list({*filter, 4'000});
    ASSERT_RESULT(page);
    EXPECT_TRUE(page->truncated);
    const auto all = open()->locks().list({Filter::parse("-name~a00", list_filter_keys(), false).value(), 20'000});
    ASSERT_RESULT(all);
    EXPECT_EQ(all->rows.size(), 5000);
    EXPECT_EQ(all->rows.front().name, "b {limit}{where}");
}

TEST_F(PostgresTest, AnOddTaskStopsNoClaim)
{
    init();
    auto session = open();
    an_odd_task_stops_no_claim(*session, {"9223372036854775807", "-9223372036854775808", "9007199254740991"},
                               by_sql([this](const std::string& sql) { by_hand(sql); }, "lockdesk_tasks", "id"));
}

TEST_F(PostgresTest, AnOddDrawGivesNoNumber)
{
    init();
    auto session = open();
    an_odd_draw_gives_no_number(*session, {"-1", "9223372036854775807"},
                                by_sql([this](const std::string& sql) { by_hand(sql); }, "lockdesk_draws", "event"));
}

} // namespace lockdesk::test
