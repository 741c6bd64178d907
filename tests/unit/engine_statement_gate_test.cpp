// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/statement_gate.h"

#include <gtest/gtest.h>

namespace lockdesk {

TEST(StatementGate, WhatLessonsAreAboutPasses)
{
    for (const char* text :
         {"SELECT id, version FROM {gateways} WHERE phase = 'Deleting' AND locked_at < 5 ORDER BY locked_at, id LIMIT 1",
          "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5) select count(*) from n",
          "INSERT INTO {items} VALUES (1, 'it''s {a}', 10), (2, NULL, NULL)",
          "UPDATE {items} SET stock = stock - 1 WHERE id = 1",
          "DELETE FROM {item} WHERE id IN (SELECT item FROM {debt})",
          "create table {dist_lock} (name varchar(100) not null primary key, owner varchar(100) null, expiry datetime null)",
          "CREATE TABLE {item} (id integer PRIMARY KEY, group_id integer, FOREIGN KEY (group_id) REFERENCES {grp} (id)) "
          "ENGINE=InnoDB",
          "CREATE VIEW {seen} AS SELECT id FROM {items}",
          "CREATE UNIQUE INDEX {i} ON {items} (stock)",
          "DROP TABLE IF EXISTS {items}",
          "ALTER TABLE {items} ADD COLUMN version integer",
          "begin",
          "BEGIN IMMEDIATE",
          "START TRANSACTION READ ONLY",
          "BEGIN ISOLATION LEVEL REPEATABLE READ",
          "SAVEPOINT one",
          "ROLLBACK TO SAVEPOINT one",
          "RELEASE SAVEPOINT one",
          "COMMIT",
          "rollback;",
          "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE",
          "SELECT * FROM {items} FOR UPDATE SKIP LOCKED",
          "SELECT owner, trigger_count, \"update\" FROM {items} WHERE name = 'a -- b /* c */ # d ` $$'",
          "\x02",
          "SELECT \x02",
          ""})
        EXPECT_EQ(refused_statement(text), std::nullopt) << text << ": " << refused_statement(text).value_or("");
}

TEST(StatementGate, WhatLeavesOrOutlivesTheStatementIsRefused)
{
    for (const char* text : {"ATTACH '/tmp/x.db' AS x",
                             "VACUUM INTO '/tmp/x.db'",
                             "vacuum",
                             "PRAGMA writable_schema = 1",
                             "SELECT load_extension('/tmp/x.so')",
                             "CREATE TRIGGER {t} AFTER UPDATE ON {locks} BEGIN DELETE FROM lockdesk_locks; END",
                             "CREATE TEMP TRIGGER t AFTER INSERT ON {x} BEGIN SELECT 1; END",
                             "CREATE TEMP TABLE t (a int)",
                             "CREATE TEMPORARY VIEW t AS SELECT 1",
                             "CREATE VIRTUAL TABLE {x} USING fts5(a)",
                             "REINDEX",
                             "ANALYZE",
                             "COPY {items} TO PROGRAM 'id > /tmp/x'",
                             "COPY {items} FROM '/etc/passwd'",
                             "SELECT pg_read_file('/etc/passwd')",
                             "select \"pg_read_file\"('/etc/passwd')",
                             "SELECT Pg_Sleep (100)",
                             "SELECT lo_import('/etc/passwd')",
                             "SELECT * FROM dblink('a', 'b') AS t(a int)",
                             "SELECT set_config('role', 'postgres', false)",
                             "SELECT query_to_xml('select 1', true, true, '')",
                             "RESET ROLE",
                             "SET ROLE postgres",
                             "SET SESSION AUTHORIZATION postgres",
                             "SET search_path = public",
                             "SET statement_timeout = 0",
                             "DO 'begin end'",
                             "DO $$ begin end $$",
                             "CREATE FUNCTION {f}() RETURNS int LANGUAGE c AS '/tmp/x.so'",
                             "CREATE EXTENSION plpython3u",
                             "CREATE RULE r AS ON SELECT TO {x} DO INSTEAD NOTHING",
                             "ALTER TABLE {x} OWNER TO postgres",
                             "ALTER TABLE {x} SET SCHEMA public",
                             "ALTER SYSTEM SET a = 1",
                             "ALTER ROLE postgres PASSWORD 'x'",
                             "GRANT ALL ON {locks} TO PUBLIC",
                             "LISTEN x",
                             "NOTIFY x",
                             "CALL p()",
                             "EXECUTE p",
                             "PREPARE p AS SELECT 1",
                             "SELECT * FROM pg_catalog.pg_authid",
                             "SELECT * FROM information_schema.tables",
                             "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE {items}",
                             "LOAD DATA INFILE '/etc/passwd' INTO TABLE {items}",
                             "SELECT 1 INTO OUTFILE '/tmp/x'",
                             "select 1 into\tdumpfile '/tmp/x'",
                             "SELECT LOAD_FILE('/etc/passwd')",
                             "USE mysql",
                             "SELECT * FROM mysql.user",
                             "SELECT * FROM sys . x",
                             "SET GLOBAL general_log = 1",
                             "SET STATEMENT max_statement_time = 0 FOR SELECT 1",
                             "CREATE EVENT {e} ON SCHEDULE EVERY 1 SECOND DO DELETE FROM lockdesk_locks",
                             "CREATE PROCEDURE {p}() SELECT 1",
                             "BEGIN NOT ATOMIC DELETE FROM lockdesk_locks; END",
                             "HANDLER {x} OPEN",
                             "KILL 1",
                             "SHUTDOWN",
                             "INSTALL SONAME 'x'",
                             "CHANGE MASTER TO MASTER_HOST = 'x'",
                             "START SLAVE",
                             "XA START 'a'",
                             "SELECT GET_LOCK('job', 5)",
                             "SELECT RELEASE_ALL_LOCKS()",
                             "SELECT SLEEP(100)",
                             "SELECT BENCHMARK(1, 1)",
                             "CREATE TABLE {x} (a int) ENGINE=FEDERATED CONNECTION='mysql://x'",
                             "CREATE TABLE {x} (a int) ENGINE = CSV",
                             "CREATE TABLE {x} (a int) ENGINE CONNECT",
                             "CREATE TABLE {x} (a int) ENGINE 'CSV'",
                             "CREATE TABLE {x} (a int) engine \"federated\" connection='mysql://x'",
                             "CREATE TABLE {x} (a int) ENGINE='FED''ERATED'",
                             "ALTER TABLE {x} ENGINE 'MRG_MYISAM'",
                             "CREATE TABLE {x} (a int) DATA DIRECTORY='/tmp'",
                             "CREATE SERVER s FOREIGN DATA WRAPPER mysql",
                             "SELECT 1; DROP TABLE lockdesk_locks",
                             "COMMIT; DROP TABLE lockdesk_locks",
                             "SELECT 1 /*! INTO OUTFILE '/tmp/x' */",
                             "SELECT 1 -- x",
                             "SELECT 1 # x",
                             "SELECT `a`",
                             "SELECT $$a$$",
                             "SELECT '\\' ; DROP TABLE lockdesk_locks '",
                             "SELECT U&\"\\0070g_sleep\"(1)",
                             "SELECT U&\"!0070g_sleep\" UESCAPE '!' (1)",
                             "SELECT 'a",
                             "SELECT GET_LOCK\f('job', 0)",
                             "SELECT GET_LOCK\v('job', 0)",
                             "SELECT set_config\f('role', 'x', false)",
                             "CREATE TABLE {x} (a int) ENGINE\f=CSV",
                             "CREATE TABLE {x} (a int) DATA\fDIRECTORY='/tmp'",
                             "SELECT\x7f 1",
                             "\x01 DROP",
                             "SELEKT 1"})
        EXPECT_TRUE(refused_statement(text)) << text;
    EXPECT_TRUE(refused_statement(std::string("SELECT '\0'", 10)));
    EXPECT_TRUE(refused_statement("SELECT '" + std::string(100'000, 'x') + "'"));
}

TEST(StatementGate, AReadOnlySessionStaysOne)
{
    for (const char* text : {"BEGIN READ WRITE", "START TRANSACTION READ WRITE", "SET TRANSACTION READ WRITE"}) {
        EXPECT_TRUE(refused_statement(text, StatementWrites::refused)) << text;
        EXPECT_FALSE(refused_statement(text)) << text;
    }
    EXPECT_FALSE(refused_statement("BEGIN READ ONLY", StatementWrites::refused));
}

TEST(StatementGate, TheQueryOfAView)
{
    const auto query = [](const char* text) { return query_of_view(text).value_or("none"); };
    EXPECT_EQ(query("CREATE VIEW v AS SELECT 1 AS one"), "SELECT 1 AS one");
    EXPECT_EQ(query("create or replace view if not exists a.v (x, \"AS\") with (security_barrier) as\n TABLE t ;"), "TABLE t ");
    EXPECT_EQ(query("CREATE VIEW v AS SELECT 1 FROM t WITH CHECK OPTION"), "SELECT 1 FROM t ");
    EXPECT_EQ(query("CREATE VIEW v AS SELECT 1 FROM t WITH LOCAL CHECK OPTION;"), "SELECT 1 FROM t ");
    EXPECT_EQ(query("CREATE VIEW v AS;"), "");
    for (const char* other : {"CREATE VIEW v AS", "CREATE VIEW v", "CREATE TABLE v AS SELECT 1", "SELECT 1 AS view", "DROP VIEW v", ""})
        EXPECT_EQ(query(other), "none") << other;
}

} // namespace lockdesk
