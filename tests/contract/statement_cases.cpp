// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/statements.h"
#include "tests/support/rehearsal.h"

#include <future>
#include <memory>

namespace lockdesk::contract {

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

// The classic unlock, as a lesson shows it.
TEST_P(StatementCases, RowsOfOurTablesMayBeDeleted)
{
    LOCKDESK_NEEDS(s().capabilities().statements, "SQL");
    acquire("a");
    EXPECT_EQ(run(s(), "DELETE FROM {locks} WHERE owner = 'a'").affected, 1);
    EXPECT_TRUE(ok(s().locks().list({})).rows.empty());
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

} // namespace lockdesk::contract
