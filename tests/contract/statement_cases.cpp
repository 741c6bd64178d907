// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"
#include "tests/support/rehearsal.h"

#include <future>
#include <memory>

namespace lockdesk::contract {

namespace {

const std::string make_items = "CREATE TABLE {items} (id BIGINT PRIMARY KEY, name VARCHAR(200), place BIGINT)";

StatementResult run(Session& session, const std::string& text)
{
    auto result = ok(session.statements().run(text));
    EXPECT_FALSE(result.refused()) << text << ": " << result.code << " " << result.message;
    return result;
}

StatementResult refused(Session& session, const std::string& text)
{
    auto result = ok(session.statements().run(text));
    EXPECT_TRUE(result.refused()) << text;
    EXPECT_FALSE(result.message.empty()) << text;
    return result;
}

std::int64_t number(Session& session, const std::string& text)
{
    return std::get<std::int64_t>(run(session, text).rows.at(0).at(0));
}

} // namespace

TEST_P(StatementCases, StoresWithoutSqlSaySo)
{
    LOCKDESK_NEEDS(!s().capabilities().statements, "a store that takes SQL");
    EXPECT_FALSE(s().capabilities().foreign_keys);
    EXPECT_EQ(failed(s().statements().run("SELECT 1")), FailureKind::unsupported);
}

TEST_P(StatementCases, RowsComeAsTheyAre)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    const auto made = run(s(), make_items);
    EXPECT_EQ(made.affected, 0);
    EXPECT_TRUE(made.columns.empty());
    EXPECT_EQ(run(s(), "INSERT INTO {items} VALUES (1, 'it''s {a}', 10), (2, NULL, NULL)").affected, 2);
    const auto answer = ok(s().statements().run("SELECT id, name, place FROM {items} ORDER BY id"));
    EXPECT_EQ(answer.columns, (std::vector<std::string>{"id", "name", "place"}));
    ASSERT_EQ(answer.rows.size(), 2u);
    EXPECT_EQ(std::get<std::int64_t>(answer.rows[0][0]), 1);
    EXPECT_NE(std::get<std::string>(answer.rows[0][1]).find("it's "), std::string::npos);
    EXPECT_EQ(std::get<std::int64_t>(answer.rows[0][2]), 10);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(answer.rows[1][1]));
    EXPECT_TRUE(std::holds_alternative<std::monostate>(answer.rows[1][2]));
    EXPECT_EQ(answer.affected, 0);
    EXPECT_FALSE(answer.in_transaction);
    EXPECT_EQ(run(s(), "UPDATE {items} SET place = 10 WHERE id = 1").affected, 1)
        << "found, although nothing is other than before";
    EXPECT_EQ(run(s(), "UPDATE {items} SET place = 11 WHERE id = 9").affected, 0);
    EXPECT_EQ(run(s(), "DELETE FROM {items} WHERE id <= 2").affected, 2);
}

TEST_P(StatementCases, TheClockAndOurTablesAreThoseOfTheSandbox)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    acquire("a");
    const auto answer = ok(s().statements().run("SELECT owner FROM {locks}"));
    ASSERT_EQ(answer.rows.size(), 1u);
    EXPECT_EQ(std::get<std::string>(answer.rows[0][0]), "a");
    EXPECT_EQ(number(s(), "SELECT {now} AS t"), to_us(now()));
    pass(second);
    const auto timed = s().statements().run("SELECT 1 AS one");
    EXPECT_EQ(timed.store_time(), now());
}

TEST_P(StatementCases, ATraceNamesTheStatementOfALesson)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    run(s(), make_items);
    const auto trace = std::make_shared<StatementTrace>();
    auto traced = options();
    traced.trace = trace;
    const auto session = ok(store().open(traced));
    run(*session, "SELECT 1"); // discards what opening a session sent
    (void)trace->take();
    run(*session, "INSERT INTO {items} VALUES (1, 'a', 10)");
    const auto sent = test::without_asides(trace->take());
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].name, "sql");
    EXPECT_NE(sent[0].text.find("VALUES (1, 'a', 10)"), std::string::npos) << sent[0].text;
}

TEST_P(StatementCases, ATransactionIsOfItsSession)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    const auto other = another();
    run(s(), make_items);
    EXPECT_TRUE(run(s(), "BEGIN").in_transaction);
    run(s(), "INSERT INTO {items} VALUES (1, 'a', 1)");
    EXPECT_EQ(number(s(), "SELECT COUNT(*) FROM {items}"), 1);
    EXPECT_EQ(number(*other, "SELECT COUNT(*) FROM {items}"), 0) << "not committed yet";
    EXPECT_FALSE(run(s(), "ROLLBACK").in_transaction);
    EXPECT_EQ(number(s(), "SELECT COUNT(*) FROM {items}"), 0);
    run(s(), "BEGIN");
    run(s(), "INSERT INTO {items} VALUES (2, 'a', 1)");
    EXPECT_FALSE(run(s(), "COMMIT").in_transaction);
    EXPECT_EQ(number(*other, "SELECT COUNT(*) FROM {items}"), 1);
}

TEST_P(StatementCases, ItEndsWithItsSession)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    run(s(), make_items);
    auto other = another();
    run(*other, "BEGIN");
    run(*other, "INSERT INTO {items} VALUES (1, 'a', 1)");
    other.reset();
    EXPECT_EQ(run(s(), "INSERT INTO {items} VALUES (1, 'b', 1)").affected, 1);
}

TEST_P(StatementCases, ARefusalIsAnAnswerAndTheSessionGoesOn)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    run(s(), make_items);
    run(s(), "INSERT INTO {items} VALUES (1, 'a', 1)");
    const std::string store = s().capabilities().store;
    const auto again = refused(s(), "INSERT INTO {items} VALUES (1, 'b', 1)");
    EXPECT_EQ(again.code, store == "postgresql" ? "23505" : store == "mariadb" ? "1062" : "SQLITE_CONSTRAINT");
    EXPECT_TRUE(again.rows.empty());
    EXPECT_EQ(again.message.find("lockdesk"), std::string::npos)
        << "a table is called as the lesson calls it: " << again.message;
    refused(s(), "SELEKT 1");
    refused(s(), "SELECT * FROM {nothing}");
    EXPECT_EQ(number(s(), "SELECT COUNT(*) FROM {items}"), 1);
}

TEST_P(StatementCases, AnErrorBreaksATransactionOnPostgresAlone)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    run(s(), make_items);
    run(s(), "BEGIN");
    run(s(), "INSERT INTO {items} VALUES (1, 'a', 1)");
    EXPECT_TRUE(refused(s(), "INSERT INTO {items} VALUES (1, 'b', 1)").in_transaction);
    if (s().capabilities().store == "postgresql") {
        EXPECT_EQ(refused(s(), "SELECT 1").code, "25P02");
        EXPECT_FALSE(run(s(), "ROLLBACK").in_transaction);
        EXPECT_EQ(number(s(), "SELECT COUNT(*) FROM {items}"), 0);
    } else {
        EXPECT_EQ(number(s(), "SELECT COUNT(*) FROM {items}"), 1);
        EXPECT_FALSE(run(s(), "COMMIT").in_transaction);
        EXPECT_EQ(number(s(), "SELECT COUNT(*) FROM {items}"), 1);
    }
}

TEST_P(StatementCases, ForeignKeysAreChecked)
{
    LOCKDESK_NEEDS(s().capabilities().foreign_keys, "foreign keys");
    run(s(), make_items);
    run(s(),
        "CREATE TABLE {parts} (id BIGINT PRIMARY KEY, item BIGINT NOT NULL, FOREIGN KEY (item) REFERENCES {items} (id))");
    refused(s(), "INSERT INTO {parts} VALUES (1, 7)");
    run(s(), "INSERT INTO {items} VALUES (7, 'a', 1)");
    EXPECT_EQ(run(s(), "INSERT INTO {parts} VALUES (1, 7)").affected, 1);
}

TEST_P(StatementCases, ARowLockKeepsAnotherSessionWaiting)
{
    LOCKDESK_NEEDS(s().capabilities().statements && s().capabilities().skip_locked, "row locks");
    const auto other = another();
    run(s(), make_items);
    run(s(), "INSERT INTO {items} VALUES (1, 'a', 1)");
    run(s(), "BEGIN");
    run(s(), "SELECT * FROM {items} WHERE id = 1 FOR UPDATE");
    EXPECT_TRUE(run(*other, "SELECT id FROM {items} WHERE id = 1 FOR UPDATE SKIP LOCKED").rows.empty());
    auto waiting = std::async(std::launch::async,
                              [&] { return run(*other, "UPDATE {items} SET place = place + 1 WHERE id = 1").affected; });
    EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds{200}), std::future_status::timeout);
    run(s(), "UPDATE {items} SET place = 5 WHERE id = 1");
    run(s(), "COMMIT");
    EXPECT_EQ(waiting.get(), 1);
    EXPECT_EQ(number(s(), "SELECT place FROM {items}"), 6);
}

TEST_P(StatementCases, AWaitEndsWithTheTimeoutAndTheSessionGoesOn)
{
    LOCKDESK_NEEDS(s().capabilities().statements && s().capabilities().skip_locked, "row locks");
    auto o = options();
    o.timeout = second;
    const auto other = ok(store().open(o));
    run(s(), make_items);
    run(s(), "INSERT INTO {items} VALUES (1, 'a', 1)");
    run(s(), "BEGIN");
    run(s(), "UPDATE {items} SET place = 2 WHERE id = 1");
    const auto start = std::chrono::steady_clock::now();
    refused(*other, "UPDATE {items} SET place = 3 WHERE id = 1");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{3});
    EXPECT_EQ(number(*other, "SELECT place FROM {items}"), 1);
}

TEST_P(StatementCases, AWaitIsCutByInterrupt)
{
    LOCKDESK_NEEDS(s().capabilities().statements && s().capabilities().skip_locked, "row locks");
    const auto other = another();
    run(s(), make_items);
    run(s(), "INSERT INTO {items} VALUES (1, 'a', 1)");
    run(s(), "BEGIN");
    run(s(), "UPDATE {items} SET place = 2 WHERE id = 1");
    auto waiting =
        std::async(std::launch::async, [&] { return other->statements().run("UPDATE {items} SET place = 3").is_result(); });
    EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds{100}), std::future_status::timeout);
    other->interrupt();
    EXPECT_EQ(waiting.wait_for(std::chrono::seconds{1}), std::future_status::ready);
    EXPECT_FALSE(waiting.get());
    EXPECT_FALSE(other->statements().run("SELECT 1").is_result());
    run(s(), "ROLLBACK");
}

// Two sessions insert a child of the same parent and then update the parent: InnoDB reports a deadlock to one, PostgreSQL
// lets the second wait until its version is outdated.
TEST_P(StatementCases, InsertThenVersionDeadlocksOnInnoDb)
{
    LOCKDESK_NEEDS(s().capabilities().foreign_keys && s().capabilities().skip_locked, "row locks and foreign keys");
    const bool innodb = s().capabilities().store == "mariadb";
    const auto other = another();
    run(s(), "CREATE TABLE {groups} (id BIGINT PRIMARY KEY, version BIGINT)");
    run(s(), "CREATE TABLE {items} (id BIGINT PRIMARY KEY, grp BIGINT, FOREIGN KEY (grp) REFERENCES {groups} (id))");
    run(s(), "INSERT INTO {groups} VALUES (1, 1)");
    for (auto [session, id] : {std::pair{&s(), "2"}, std::pair{other.get(), "3"}}) {
        run(*session, "BEGIN");
        run(*session, "INSERT INTO {items} VALUES (" + std::string(id) + ", 1)");
    }
    const std::string update = "UPDATE {groups} SET version = version + 1 WHERE id = 1 AND version = 1";
    auto first = std::async(std::launch::async, [&] { return ok(s().statements().run(update)); });
    if (innodb) {
        EXPECT_EQ(first.wait_for(std::chrono::milliseconds{100}), std::future_status::timeout);
    } else {
        EXPECT_EQ(first.get().affected, 1);
        run(s(), "COMMIT");
    }
    const auto second_answer = ok(other->statements().run(update));
    if (innodb) {
        const auto first_answer = first.get();
        EXPECT_EQ(first_answer.refused() + second_answer.refused(), 1);
        const auto& victim = first_answer.refused() ? first_answer : second_answer;
        EXPECT_EQ(victim.code, "1213");
        EXPECT_FALSE(victim.in_transaction);
    } else {
        EXPECT_EQ(second_answer.affected, 0);
    }
    run(s(), innodb ? "ROLLBACK" : "SELECT 1");
    run(*other, "ROLLBACK");
}

TEST_P(StatementCases, OutsideASandboxNothingRuns)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    EXPECT_EQ(failed(outside()->statements().run("SELECT 1")), FailureKind::usage);
}

TEST_P(StatementCases, ReadOnlySessionsRefuseWrites)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    run(s(), make_items);
    const auto reader = another(true);
    EXPECT_EQ(number(*reader, "SELECT COUNT(*) FROM {items}"), 0);
    refused(*reader, "INSERT INTO {items} VALUES (1, 'a', 1)");
    EXPECT_EQ(number(s(), "SELECT COUNT(*) FROM {items}"), 0);
}

TEST_P(StatementCases, WhatALessonMadeGoesWithTheSandbox)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    const auto make = [&](const std::string& id) {
        ok(outside()->admin().create_sandbox(ok(SandboxId::parse(id))));
        SessionOptions o;
        o.sandbox = ok(SandboxId::parse(id));
        return ok(store().open(o));
    };
    const auto drop = [&](const std::string& id) { return ok(outside()->admin().drop_sandbox(ok(SandboxId::parse(id)))); };
    auto first = make("stmt_a");
    auto longer = make("stmt_a_b");
    for (Session* one : {first.get(), longer.get()}) {
        run(*one, make_items);
        run(*one, "INSERT INTO {items} VALUES (1, 'a', 1)");
        run(*one, "CREATE VIEW {seen} AS SELECT id FROM {items}");
    }
    run(*first, "CREATE TABLE {parts} (id BIGINT PRIMARY KEY, item BIGINT, FOREIGN KEY (item) REFERENCES {items} (id))");
    EXPECT_TRUE(drop("stmt_a"));
    EXPECT_EQ(number(*longer, "SELECT COUNT(*) FROM {seen}"), 1) << "another sandbox's, whose name begins alike";
    first.reset();
    first = make("stmt_a");
    refused(*first, "SELECT * FROM {items}");
    EXPECT_TRUE(drop("stmt_a_b"));
    EXPECT_TRUE(drop("stmt_a"));
}

TEST_P(StatementCases, AnOpenTransactionDoesNotKeepASandbox)
{
    LOCKDESK_NEEDS(s().capabilities().statements && s().capabilities().skip_locked, "a server that can end a transaction");
    const auto id = ok(SandboxId::parse("stmt_held"));
    ok(outside()->admin().create_sandbox(id));
    SessionOptions o;
    o.sandbox = id;
    const auto holder = ok(store().open(o));
    const auto guard = ok(store().open(o));
    run(*holder, make_items);
    run(*holder, "BEGIN");
    run(*holder, "INSERT INTO {items} VALUES (1, 'a', 1)");
    EXPECT_TRUE(ok(guard->session_locks().try_lock(name(), SessionLockKind::skip_locked, owner("g"))));
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(ok(outside()->admin().drop_sandbox(id)));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{4});
    for (const auto& left : ok(outside()->admin().list_sandboxes()))
        EXPECT_NE(left.id, id.str());
    EXPECT_FALSE(holder->statements().run("COMMIT").is_result()) << "its transaction is gone, and it is told";
}

// Actions reserved to the sandbox's maker, in every server's syntax. The other tables are the store's own schema.
TEST_P(StatementCases, NothingOutsideTheSandboxIsReached)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    LOCKDESK_NEEDS(store_under_test().is_private(), "a store of the tests' own");
    const std::string store = s().capabilities().store;
    const auto schema = ok(outside(true)->admin().create_schema());
    const auto granted =
        ok(outside()->locks().acquire({name("theirs"), owner("production"), std::chrono::hours{1}, fresh_request()}));
    run(s(), make_items);
    const std::string theirs = store == "postgresql" ? "public.lockdesk_locks" : "lockdesk_locks";
    const std::string elsewhere = store == "postgresql" ? "public.elsewhere" : "elsewhere";
    for (const std::string& text : std::vector<std::string>{
             "SELECT * FROM " + theirs, "SELECT count(*) FROM " + theirs, "SELECT 1 FROM " + theirs, "DELETE FROM " + theirs,
             "UPDATE " + theirs + " SET owner = 'me'", "INSERT INTO " + theirs + " (name) VALUES ('x')",
             "DROP TABLE " + theirs, "ALTER TABLE " + theirs + " ADD COLUMN x integer",
             "CREATE TABLE {copy} AS SELECT * FROM " + theirs, "INSERT INTO {items} (id) SELECT token FROM " + theirs,
             "CREATE INDEX {i} ON " + theirs + " (owner)",
             "SELECT id FROM {items} WHERE id IN (SELECT token FROM " + theirs + ")",
             "WITH n AS (SELECT token FROM " + theirs + ") SELECT * FROM n", "CREATE TABLE " + elsewhere + " (id integer)",
             "CREATE VIEW " + elsewhere + " AS SELECT 1 AS one",
             store == "postgresql" ? "ALTER TABLE {items} SET SCHEMA public" : "ALTER TABLE {items} RENAME TO elsewhere",
             store == "postgresql" ? "SELECT * FROM public.LOCKDESK_LOCKS" : "SELECT * FROM LOCKDESK_LOCKS",
             "SELECT 1 FROM \"LOCKDESK_LOCKS\"", "TRUNCATE TABLE " + theirs,
             "CREATE TABLE {child} (a bigint REFERENCES " + theirs + "(token))",
             "CREATE TABLE {child} (a bigint, FOREIGN KEY (a) REFERENCES " + theirs + " (token))",
             "ALTER TABLE {items} ADD COLUMN child bigint REFERENCES " + theirs + "(token)"})
        refused(s(), text);
    if (store == "sqlite") // SQLite also takes a string as a name
        for (const char* name : {"\"LOCKDESK_locks\"", "'lockdesk_locks'", "[lockdesk_locks]", "\"elsewhere\""})
            refused(s(), "CREATE TABLE {child} (a bigint REFERENCES " + std::string(name) + "(token))");
    ASSERT_FALSE(ok(s().statements().run("CREATE TABLE {child} (a bigint REFERENCES {items}(id))")).refused());
    // A view may refer to them, but nothing can be read through it.
    for (const std::string& text :
         {"CREATE VIEW {window} AS SELECT * FROM " + theirs, std::string("SELECT * FROM {window}")})
        if (!ok(s().statements().run(text)).refused())
            refused(s(), "SELECT count(*) FROM {window}");
    const auto kept = ok(outside()->locks().find(name("theirs")));
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->owner, owner("production").str());
    ok(outside()->locks().release(name("theirs"), owner("production"), *granted.token, Duration{0}));
    if (schema.created)
        ok(outside()->admin().drop_schema());
}

TEST_P(StatementCases, TheSandboxItselfStaysOne)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    acquire("a");
    for (const char* text :
         {"DROP TABLE {locks}", "ALTER TABLE {outbox} ADD COLUMN x integer", "DELETE FROM {clock}", "DELETE FROM {meta}",
          "UPDATE {clock} SET rate = 1", "DROP TABLE {meta}", "CREATE TABLE {b_clock} (id integer)"})
        if (std::string(text) != "CREATE TABLE {b_clock} (id integer)" || s().capabilities().store != "postgresql")
            refused(s(), text);
    EXPECT_EQ(run(s(), "UPDATE {locks} SET owner = 'b' WHERE name = 'nobody'").affected, 0) << "rows of ours may be written";
    EXPECT_EQ(number(s(), "SELECT COUNT(*) FROM {locks}"), 1);
}

TEST_P(StatementCases, ASandboxWithALongerNameIsAnother)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    for (const char* id : {"wall", "wall_b"})
        ok(outside()->admin().create_sandbox(ok(SandboxId::parse(id))));
    const auto in = [&](const char* id) {
        SessionOptions o;
        o.sandbox = ok(SandboxId::parse(id));
        return ok(store().open(o));
    };
    auto shorter = in("wall"), longer = in("wall_b");
    run(*longer, make_items);
    for (const char* text : {"SELECT * FROM {b_items}", "SELECT COUNT(*) FROM {b_locks}", "DROP TABLE {b_items}",
                             "INSERT INTO {b_items} VALUES (1, 'a', 1)", "CREATE TABLE {b_more} (id integer)"})
        if (std::string(text) != "CREATE TABLE {b_more} (id integer)" || s().capabilities().store != "postgresql")
            refused(*shorter, text);
    EXPECT_EQ(number(*longer, "SELECT COUNT(*) FROM {items}"), 0);
    shorter.reset();
    longer.reset();
    for (const char* id : {"wall", "wall_b"})
        EXPECT_TRUE(ok(outside()->admin().drop_sandbox(ok(SandboxId::parse(id)))));
}

TEST_P(StatementCases, WhatNeverEndsIsCut)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    auto o = options();
    o.timeout = second;
    const auto other = ok(store().open(o));
    const auto start = std::chrono::steady_clock::now();
    const auto answer =
        other->statements().run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT 1 - i FROM n) SELECT "
                                "COUNT(*) FROM n AS a, n AS b, n AS c, n AS d WHERE a.i + b.i + c.i + d.i = 7");
    EXPECT_TRUE(!answer || answer->refused());
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{4});
}

TEST_P(StatementCases, TrustedStatementsRunUnderTheLoginOfTheSession)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    auto o = options();
    o.trust_statements = true;
    const auto trusted = ok(store().open(o));
    run(*trusted, make_items);
    run(*trusted, "INSERT INTO {items} VALUES (1, 'a', 1)");
    EXPECT_EQ(number(s(), "SELECT COUNT(*) FROM {items}"), 1) << "what they made is the sandbox's all the same";
    run(s(), "CREATE TABLE {more} (id BIGINT PRIMARY KEY)");
    EXPECT_EQ(number(*trusted, "SELECT COUNT(*) FROM {more}"), 0);
    refused(*trusted, "CREATE TEMPORARY TABLE x (id integer)");
}

} // namespace lockdesk::contract
