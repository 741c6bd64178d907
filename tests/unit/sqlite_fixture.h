// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sqlite/sqlite_store.h"
#include "tests/support/temp_dir.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

namespace lockdesk::test {

using namespace std::chrono_literals;

/// A SQLite store in its own folder. `init()` creates the schema.
class SqliteTest : public testing::Test
{
protected:
    std::string path() const { return (m_dir / "store.db").string(); }

    std::unique_ptr<Store> store() const { return open_sqlite_store(StoreUrl::parse("sqlite://" + path()).value()).value(); }
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
    /// Runs SQL like sqlite3.
    void by_hand(const std::string& sql) const
    {
        SQLite::Database(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
    }
    std::string asked_by_hand(const std::string& sql) const
    {
        SQLite::Database db(path());
        SQLite::Statement query(db, sql);
        return query.executeStep() ? query.getColumn(0).getString() : "";
    }

    static AcquireRequest wish(const char* name, const char* owner, const char* request, Duration lease = 30s)
    {
        return {LockName::trusted(name), OwnerId::trusted(owner), lease, RequestId::trusted(request)};
    }
    static NewTask task(const std::string& id, const char* kind = "k", const char* phase = "p")
    {
        return {TaskId::trusted(id), TaskKind::trusted(kind), Phase::trusted(phase)};
    }
    static ClaimRequest claim(const char* owner, std::int64_t limit, const char* id,
                              ClaimStrategy strategy = ClaimStrategy::atomic)
    {
        return {.kind = TaskKind::trusted("k"),
                .phase = Phase::trusted("p"),
                .limit = limit,
                .owner = OwnerId::trusted(owner),
                .claim = ClaimId::trusted(id),
                .strategy = strategy};
    }

    TempDir m_dir;
};

#define ASSERT_RESULT(answer) ASSERT_TRUE((answer).is_result()) << (answer).failure().message

} // namespace lockdesk::test
