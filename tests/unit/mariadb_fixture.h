// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/mariadb_store.h"
#include "backends/mariadb/sql_text.h"
#include "tests/support/await.h"
#include "tests/support/servers.h"

#include <gtest/gtest.h>
#include <mysql.h>

namespace lockdesk::test {

using namespace std::chrono_literals;

/// A connection like that of another program.
class ByHand
{
public:
    using Rows = std::vector<std::vector<std::string>>;

    ByHand(int port, const std::string& database) : m_connection(mysql_init(nullptr))
    {
        mysql_options(m_connection, MYSQL_SET_CHARSET_NAME, "utf8mb4");
        if (!mysql_real_connect(m_connection, "127.0.0.1", "root", "", database.c_str(), static_cast<unsigned>(port),
                                nullptr, CLIENT_MULTI_STATEMENTS))
            throw std::runtime_error(mysql_error(m_connection));
    }
    ~ByHand() { mysql_close(m_connection); }
    ByHand(const ByHand&) = delete;
    ByHand& operator=(const ByHand&) = delete;

    MYSQL* raw() { return m_connection; }
    /// Returns the rows of the last result set.
    Rows run(const std::string& sql)
    {
        Rows rows;
        int more = mysql_real_query(m_connection, sql.data(), sql.size());
        for (; more == 0; more = mysql_next_result(m_connection)) {
            MYSQL_RES* result = mysql_store_result(m_connection);
            if (!result)
                continue;
            rows.clear();
            while (char** row = mysql_fetch_row(result)) {
                rows.emplace_back();
                for (unsigned i = 0; i < mysql_num_fields(result); ++i)
                    rows.back().emplace_back(row[i] ? row[i] : "NULL");
            }
            mysql_free_result(result);
        }
        if (more > 0)
            throw std::runtime_error(mysql_error(m_connection));
        return rows;
    }

private:
    MYSQL* m_connection;
};

/// One private server for all cases of this program; its log contains every statement.
inline TestServer& logging_mariadb()
{
    static const auto server = start_mariadb({{"general-log=1", "log-output=TABLE"}, false});
    return *server;
}

/// A separate database per case. `init()` creates the schema.
class MariaDbTest : public testing::Test
{
protected:
    MariaDbTest()
    {
        static int count = 0;
        m_database = "case_" + std::to_string(++count);
        ByHand(logging_mariadb().port(), "").run("CREATE DATABASE " + m_database + "; TRUNCATE mysql.general_log");
    }
    ~MariaDbTest() override { ByHand(logging_mariadb().port(), "").run("DROP DATABASE " + m_database); }

    std::string url(const std::string& user = "root") const
    {
        return "mariadb://" + user + "@127.0.0.1:" + std::to_string(logging_mariadb().port()) + "/" + m_database;
    }
    std::unique_ptr<Store> store() const { return open_mariadb_store(StoreUrl::parse(url()).value()).value(); }
    Answer<std::unique_ptr<Session>> try_open(const SessionOptions& options = {}) const { return store()->open(options); }
    std::unique_ptr<Session> open(const SessionOptions& options = {}) const
    {
        auto session = try_open(options);
        if (!session)
            throw std::runtime_error(session.failure().message);
        return std::move(session).value();
    }
    void init() const
    {
        SessionOptions options;
        options.without_schema = true;
        const auto state = open(options)->admin().create_schema();
        if (!state)
            throw std::runtime_error(state.failure().message);
    }
    ByHand::Rows by_hand(const std::string& sql) const { return ByHand(logging_mariadb().port(), m_database).run(sql); }
    int count_by_hand(const std::string& sql) const { return std::stoi(by_hand(sql).at(0).at(0)); }
    /// Searches the log since this case began.
    bool was_logged(const std::string& command) const
    {
        return count_by_hand("SELECT COUNT(*) FROM mysql.general_log WHERE argument = " + mariadb::literal(command)
                             + " AND command_type = 'Query'")
               > 0;
    }

    static AcquireRequest wish(const std::string& name, const std::string& owner, const std::string& request,
                               Duration lease = 30s)
    {
        return {LockName::trusted(name), OwnerId::trusted(owner), lease, RequestId::trusted(request)};
    }
    static NewTask task(const std::string& id, const char* kind = "k", const char* phase = "p")
    {
        return {TaskId::trusted(id), TaskKind::trusted(kind), Phase::trusted(phase)};
    }
    static ClaimRequest claim(const char* owner, std::int64_t limit, const std::string& id,
                              ClaimStrategy strategy = ClaimStrategy::atomic)
    {
        return {.kind = TaskKind::trusted("k"),
                .phase = Phase::trusted("p"),
                .limit = limit,
                .owner = OwnerId::trusted(owner),
                .claim = ClaimId::trusted(id),
                .strategy = strategy};
    }

    std::string m_database;
};

inline bool says(const Failure& failure, const std::string& what) { return failure.message.find(what) != std::string::npos; }

#define ASSERT_RESULT(answer) ASSERT_TRUE((answer).is_result()) << (answer).failure().message

} // namespace lockdesk::test
