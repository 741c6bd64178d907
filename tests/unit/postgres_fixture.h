// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/postgres_store.h"
#include "tests/support/await.h"
#include "tests/support/servers.h"

#include <gtest/gtest.h>
#include <pqxx/pqxx>

namespace lockdesk::test {

using namespace std::chrono_literals;

/// One private server for all cases of this program; its log contains every statement.
inline TestServer& logging_postgres()
{
    static const auto server = start_postgres({{"log_statement=all", "max_connections=100"}, false});
    return *server;
}

/// A separate database per case. `init()` creates the schema.
class PostgresTest : public testing::Test
{
protected:
    PostgresTest()
    {
        static int count = 0;
        m_database = "case_" + std::to_string(++count);
        pqxx::connection admin(logging_postgres().url());
        pqxx::nontransaction(admin).exec("CREATE DATABASE " + m_database);
        m_log_begin = logging_postgres().log().size();
    }
    ~PostgresTest() override
    {
        pqxx::connection admin(logging_postgres().url());
        pqxx::nontransaction(admin).exec("DROP DATABASE " + m_database + " WITH (FORCE)");
    }

    std::string url() const
    {
        return "postgresql://postgres@127.0.0.1:" + std::to_string(logging_postgres().port()) + "/" + m_database;
    }
    std::unique_ptr<Store> store() const { return open_postgres_store(StoreUrl::parse(url()).value()).value(); }
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
    /// Runs SQL like psql.
    pqxx::result by_hand(const std::string& sql) const
    {
        pqxx::connection connection(url());
        return pqxx::nontransaction(connection).exec(sql);
    }

    /// Returns the server's log since this case began.
    std::string log() const { return logging_postgres().log().substr(m_log_begin); }
    /// Waits until the log has the statement verbatim; the log starts a statement's further lines with a tab.
    bool was_logged(std::string statement) const
    {
        for (auto at = statement.find('\n'); at != std::string::npos; at = statement.find('\n', at + 2))
            statement.insert(at + 1, "\t");
        return await([&] { return log().find("statement: " + statement + "\n") != std::string::npos; });
    }

    static AcquireRequest wish(const std::string& name, const char* owner, const std::string& request, Duration lease = 30s)
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
    std::size_t m_log_begin = 0;
};

inline bool says(const Failure& failure, const std::string& what) { return failure.message.find(what) != std::string::npos; }

#define ASSERT_RESULT(answer) ASSERT_TRUE((answer).is_result()) << (answer).failure().message

} // namespace lockdesk::test
