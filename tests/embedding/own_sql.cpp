// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/embedding/own_database.h"

#include <lockdesk/mariadb.h>
#include <lockdesk/postgres.h>
#include <lockdesk/sqlite.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <future>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <mysql.h>
#include <pqxx/pqxx>
#include <sqlite3.h>

namespace lockdesk::test {

namespace {

constexpr const char* make_table = "CREATE TABLE IF NOT EXISTS own_rows (id INT)";
constexpr const char* write_row = "INSERT INTO own_rows VALUES (1)";
constexpr const char* count_rows = "SELECT count(*) FROM own_rows";

class OwnSqlite final : public OwnDatabase
{
public:
    OwnSqlite(const std::string& file, bool handle) : m_db(file, SQLite::OPEN_READWRITE, 20'000), m_handle(handle)
    {
        m_db.exec(make_table);
        m_db.exec("CREATE TEMP TABLE single (id INTEGER PRIMARY KEY)");
    }
    void begin(Level level) override
    {
        m_db.exec(level == Level::repeatable_read ? "BEGIN" : "BEGIN IMMEDIATE");
        if (level == Level::repeatable_read)
            (void)rows();
    }
    void write() override { m_db.exec(write_row); }
    bool commit() override
    {
        m_db.exec("COMMIT");
        return true;
    }
    void roll_back() override
    {
        if (sqlite3_get_autocommit(m_db.getHandle()) == 0)
            m_db.exec("ROLLBACK");
    }
    void lose() override { EXPECT_THROW(m_db.exec("INSERT OR ROLLBACK INTO single VALUES (1), (1)"), SQLite::Exception); }
    void require(embedding::Held& held, const std::string& resource) override
    {
        if (m_handle)
            held.require(m_db.getHandle(), resource);
        else
            held.require(m_db, resource);
    }
    bool add(const embedding::Desk& desk, const std::string& topic, const std::string& payload,
             const std::string& id) override
    {
        return (m_handle ? desk.outbox(m_db.getHandle()) : desk.outbox(m_db)).add(topic, payload, {.id = id});
    }
    int rows() override { return m_db.execAndGet(count_rows).getInt(); }

private:
    SQLite::Database m_db;
    bool m_handle;
};

class OwnPqxx final : public OwnDatabase
{
public:
    explicit OwnPqxx(const std::string& url) : m_connection(url) { pqxx::nontransaction(m_connection).exec(make_table); }
    void begin(Level level) override
    {
        m_work.reset();
        if (level == Level::repeatable_read)
            m_work = std::make_unique<pqxx::transaction<pqxx::repeatable_read>>(m_connection);
        else
            m_work = std::make_unique<pqxx::work>(m_connection);
        m_work->exec(count_rows);
    }
    void write() override { m_work->exec(write_row); }
    bool commit() override
    {
        m_work->commit();
        m_work.reset();
        return true;
    }
    void roll_back() override { m_work.reset(); }
    void lose() override { EXPECT_THROW(m_work->exec("SELECT nobody"), pqxx::sql_error); }
    void require(embedding::Held& held, const std::string& resource) override { held.require(*m_work, resource); }
    bool add(const embedding::Desk& desk, const std::string& topic, const std::string& payload,
             const std::string& id) override
    {
        return desk.outbox(*m_work).add(topic, payload, {.id = id});
    }
    int rows() override { return pqxx::nontransaction(m_connection).exec1(count_rows)[0].as<int>(); }

private:
    pqxx::connection m_connection;
    std::unique_ptr<pqxx::transaction_base> m_work;
};

class OwnLibpq final : public OwnDatabase
{
public:
    explicit OwnLibpq(const std::string& url) : m_connection(PQconnectdb(url.c_str()), PQfinish) { run(make_table); }
    void begin(Level level) override
    {
        run(level == Level::repeatable_read ? "BEGIN ISOLATION LEVEL REPEATABLE READ" : "BEGIN");
        run(count_rows);
    }
    void write() override { run(write_row); }
    bool commit() override
    {
        run("COMMIT");
        return true;
    }
    void roll_back() override { run("ROLLBACK"); }
    void lose() override { EXPECT_THROW(run("SELECT nobody"), std::runtime_error); }
    void require(embedding::Held& held, const std::string& resource) override { held.require(m_connection.get(), resource); }
    bool add(const embedding::Desk& desk, const std::string& topic, const std::string& payload,
             const std::string& id) override
    {
        return desk.outbox(m_connection.get()).add(topic, payload, {.id = id});
    }
    int rows() override { return std::stoi(run(count_rows)); }

private:
    std::string run(const char* sql)
    {
        const std::unique_ptr<PGresult, void (*)(PGresult*)> result(PQexec(m_connection.get(), sql), PQclear);
        const auto status = PQresultStatus(result.get());
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
            throw std::runtime_error(PQerrorMessage(m_connection.get()));
        return PQntuples(result.get()) > 0 ? PQgetvalue(result.get(), 0, 0) : "";
    }
    std::unique_ptr<PGconn, void (*)(PGconn*)> m_connection;
};

class OwnMariaDb final : public OwnDatabase
{
public:
    explicit OwnMariaDb(int port) : m_port(port), m_connection(mysql_init(nullptr), mysql_close)
    {
        mysql_options(m_connection.get(), MYSQL_SET_CHARSET_NAME, "utf8mb4");
        if (!mysql_real_connect(m_connection.get(), "127.0.0.1", "root", "", "lockdesk", static_cast<unsigned>(port),
                                nullptr, 0))
            throw std::runtime_error(mysql_error(m_connection.get()));
        run(make_table);
    }
    void begin(Level level) override
    {
        run(level == Level::repeatable_read ? "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"
                                            : "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
        run("START TRANSACTION");
        run(count_rows);
    }
    void write() override { run(write_row); }
    bool commit() override
    {
        run("COMMIT");
        return true;
    }
    void roll_back() override { run("ROLLBACK"); }
    // Of two that wait for each other, whichever waited first, the one that has changed less.
    void lose() override
    {
        OwnMariaDb other(m_port);
        other.run("CREATE OR REPLACE TABLE many (id INT PRIMARY KEY, v INT) ENGINE=InnoDB");
        other.run("INSERT INTO many SELECT seq, 0 FROM seq_1_to_50");
        run("UPDATE many SET v = 1 WHERE id = 1");
        other.run("START TRANSACTION");
        other.run("UPDATE many SET v = 2 WHERE id > 1");
        auto waits = std::async(std::launch::async, [&] { other.run("UPDATE many SET v = 2 WHERE id = 1"); });
        EXPECT_THROW(run("UPDATE many SET v = 1 WHERE id = 2"), std::runtime_error);
        waits.get();
        other.run("ROLLBACK");
    }
    void require(embedding::Held& held, const std::string& resource) override { held.require(m_connection.get(), resource); }
    bool add(const embedding::Desk& desk, const std::string& topic, const std::string& payload,
             const std::string& id) override
    {
        return desk.outbox(m_connection.get()).add(topic, payload, {.id = id});
    }
    int rows() override { return std::stoi(run(count_rows)); }

private:
    std::string run(const char* sql)
    {
        if (mysql_query(m_connection.get(), sql) != 0)
            throw std::runtime_error(mysql_error(m_connection.get()));
        MYSQL_RES* const result = mysql_store_result(m_connection.get());
        if (result == nullptr)
            return {};
        std::string out = mysql_fetch_row(result)[0];
        mysql_free_result(result);
        return out;
    }
    int m_port;
    std::unique_ptr<MYSQL, void (*)(MYSQL*)> m_connection;
};

} // namespace

std::unique_ptr<OwnDatabase> own_sqlite(const LiveStore& store, bool handle)
{
    return std::make_unique<OwnSqlite>(store.file(), handle);
}

std::unique_ptr<OwnDatabase> own_postgres(const LiveStore& store, bool handle)
{
    if (handle)
        return std::make_unique<OwnLibpq>(store.url());
    return std::make_unique<OwnPqxx>(store.url());
}

std::unique_ptr<OwnDatabase> own_mariadb(const LiveStore& store)
{
    return std::make_unique<OwnMariaDb>(store.servers().front()->port());
}

} // namespace lockdesk::test
