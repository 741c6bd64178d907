// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/statements.h"

namespace lockdesk::contract {

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

// SQLite ends no function while it runs: one that counts to two billion would outlast every limit.
TEST_P(StatementCases, NoFunctionOutlastsItsLimit)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    for (const char* sql : {"SELECT printf('%.*c', 2000000000, 'x')", "SELECT format('%.*c', 2000000000, 'x')",
                            "SELECT length(trim(hex(zeroblob(4000000)), hex(zeroblob(4000000)) || '1'))",
                            "SELECT instr(hex(zeroblob(4000000)), hex(zeroblob(2000000)) || '1')"}) {
        const auto start = std::chrono::steady_clock::now();
        (void)s().statements().run(sql); // refused, or answered at once
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{3}) << sql;
    }
    EXPECT_EQ(number(s(), "SELECT LENGTH(TRIM('  a  '))"), 1);
    // The limits are those of a lesson's statements: the engine's own rows may be longer.
    EXPECT_TRUE(s().outbox().add({MessageId::trusted("long"), Topic::trusted("t"), std::string(200'000, 'x')}).is_result());
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
             "SELECT * FROM " + theirs,
             "SELECT count(*) FROM " + theirs,
             "SELECT 1 FROM " + theirs,
             "DELETE FROM " + theirs,
             "UPDATE " + theirs + " SET owner = 'me'",
             "INSERT INTO " + theirs + " (name) VALUES ('x')",
             "DROP TABLE " + theirs,
             "ALTER TABLE " + theirs + " ADD COLUMN x integer",
             "CREATE TABLE {copy} AS SELECT * FROM " + theirs,
             "INSERT INTO {items} (id) SELECT token FROM " + theirs,
             "CREATE INDEX {i} ON " + theirs + " (owner)",
             "SELECT id FROM {items} WHERE id IN (SELECT token FROM " + theirs + ")",
             "WITH n AS (SELECT token FROM " + theirs + ") SELECT * FROM n",
             "CREATE TABLE " + elsewhere + " (id integer)",
             "CREATE VIEW " + elsewhere + " AS SELECT 1 AS one",
             store == "postgresql" ? "ALTER TABLE {items} SET SCHEMA public" : "ALTER TABLE {items} RENAME TO elsewhere",
             store == "postgresql" ? "SELECT * FROM public.LOCKDESK_LOCKS" : "SELECT * FROM LOCKDESK_LOCKS",
             "SELECT 1 FROM \"LOCKDESK_LOCKS\"",
             "TRUNCATE TABLE " + theirs,
             "CREATE TABLE {child} (a bigint REFERENCES " + theirs + "(token))",
             "CREATE TABLE {child} (a bigint, FOREIGN KEY (a) REFERENCES " + theirs + " (token))",
             "ALTER TABLE {items} ADD COLUMN child bigint REFERENCES " + theirs + "(token)"})
        refused(s(), text);
    if (store == "sqlite") // SQLite also takes a string as a name
        for (const char* name : {"\"LOCKDESK_locks\"", "'lockdesk_locks'", "[lockdesk_locks]", "\"elsewhere\""})
            refused(s(), "CREATE TABLE {child} (a bigint REFERENCES " + std::string(name) + "(token))");
    ASSERT_FALSE(ok(s().statements().run("CREATE TABLE {child} (a bigint REFERENCES {items}(id))")).refused());
    // Nor does a view refer to them: their owner could not change them any more.
    for (const std::string& text : std::vector<std::string>{
             "CREATE VIEW {window} AS SELECT * FROM " + theirs, "create or replace view {window} (a) as SELECT 1 FROM " + theirs,
             "CREATE VIEW {window} AS SELECT i.id FROM {items} i JOIN " + theirs + " t ON t.token = i.id WITH CHECK OPTION",
             "CREATE VIEW {window} AS WITH t AS (SELECT token FROM " + theirs + ") SELECT * FROM t",
             "CREATE VIEW {window} AS SELECT (SELECT max(token) FROM " + theirs + ") AS newest;"})
        if (store != "sqlite" || text.find("replace") == std::string::npos) // SQLite has no such statement
            refused(s(), text);
    ASSERT_FALSE(ok(s().statements().run("CREATE VIEW {window} AS SELECT id AS number FROM {items};")).refused());
    EXPECT_EQ(number(s(), "SELECT count(*) FROM {window}"), number(s(), "SELECT count(*) FROM {items}"));
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
