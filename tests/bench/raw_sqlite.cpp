// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The SQLite store's statements on SQLiteCpp, with nothing around them.
#include "embedded/sqlite.h"
#include "tests/bench/raw_loop.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <stdexcept>

namespace lockdesk::bench {

namespace {

std::int64_t now_us()
{
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

void clock_function(sqlite3_context* context, int, sqlite3_value**) { sqlite3_result_int64(context, now_us()); }

std::string text_of(std::string_view file, std::string_view where = {}, std::string_view order = {})
{
    std::string sql(sqlite::resource(file));
    const auto replace = [&](std::string_view mark, std::string_view with) {
        for (auto at = sql.find(mark); at != std::string::npos; at = sql.find(mark, at + with.size()))
            sql.replace(at, mark.size(), with);
    };
    replace("{p}", "lockdesk_");
    replace("{now}", "lockdesk_clock_us()");
    replace("{where}", where);
    replace("{order}", order);
    replace("{limit}", "?2");
    return sql;
}

/// Opens the file with the store's own settings before anything is prepared.
class Database
{
public:
    explicit Database(const std::string& path) : m_db(path, SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX, 60'000)
    {
        sqlite3_create_function_v2(m_db.getHandle(), "lockdesk_clock_us", 0, SQLITE_UTF8, nullptr, clock_function, nullptr,
                                   nullptr, nullptr);
        m_db.exec("PRAGMA synchronous = FULL; PRAGMA cache_size = -16384");
    }
    SQLite::Statement statement(std::string_view file) { return {m_db, text_of(file)}; }
    SQLite::Statement plain(const char* text) { return {m_db, text}; }
    SQLite::Statement since(std::string_view file) { return {m_db, text_of(file, "change > ?1", "change")}; }

private:
    SQLite::Database m_db;
};

void run(SQLite::Statement& statement)
{
    while (statement.executeStep()) {
    }
    statement.reset();
}

const char* const update_text = "UPDATE lockdesk_tasks SET locked_at = lockdesk_clock_us(), owner = ?2, claim_id = ?3, "
                                "token = token + 1, claims = claims + 1 "
                                "WHERE id = ?1 RETURNING id, kind, phase, desired_state, payload, owner, token, claim_id, "
                                "locked_at, updated_at, created_at, "
                                "claims, takeovers, failures, last_error";

const char* const smallest_table =
    "CREATE TABLE IF NOT EXISTS bench_smallest (name TEXT PRIMARY KEY, owner TEXT, until INTEGER)";
const char* const smallest_acquire = "INSERT INTO bench_smallest VALUES (?1, ?2, lockdesk_clock_us() + 30000000) ON "
                                     "CONFLICT (name) DO UPDATE SET owner = ?2, "
                                     "until = lockdesk_clock_us() + 30000000 WHERE until <= lockdesk_clock_us() RETURNING 1";
const char* const smallest_release =
    "UPDATE bench_smallest SET until = lockdesk_clock_us() WHERE name = ?1 AND owner = ?2 RETURNING 1";

class RawSqlite final : public RawLoop
{
public:
    explicit RawSqlite(const std::string& path) : m_db(path) {}

    void pair(const std::string& name, const std::string& owner) override
    {
        const std::int64_t token = acquire(name, owner);
        run(m_begin);
        m_lock_read.bind(1, name);
        if (!m_lock_read.executeStep() || m_lock_read.getColumn(0).getString() != owner
            || m_lock_read.getColumn(1).getInt64() != token)
            throw std::runtime_error("the benchmark's own lock was lost");
        m_lock_read.reset();
        m_lock_free.bind(1, name);
        m_lock_free.bind(2);
        m_lock_free.bind(3, now_us());
        m_lock_free.bind(4, stamp());
        run(m_lock_free);
        run(m_commit);
    }

    void smallest_pair(const std::string& name, const std::string& owner) override
    {
        if (m_smallest.empty()) {
            auto table = m_db.plain(smallest_table);
            run(table);
            for (const char* text : {smallest_acquire, smallest_release})
                m_smallest.push_back(std::make_unique<SQLite::Statement>(m_db.plain(text)));
        }
        for (const auto& statement : m_smallest) {
            statement->bind(1, name);
            statement->bind(2, owner);
            if (!statement->executeStep())
                throw std::runtime_error("raw loop: the smallest lock is somebody else's");
            run(*statement);
        }
    }

    std::int64_t claim(const std::string& kind, const std::string& phase, std::int64_t limit,
                       const std::string& owner) override
    {
        m_claimed.clear();
        m_owner = owner;
        run(m_begin);
        const auto now = now_us();
        m_rule.bind(1, kind);
        m_rule.bind(2, phase);
        const std::int64_t timeout = m_rule.executeStep() ? m_rule.getColumn(0).getInt64() : 30'000'000;
        m_rule.reset();
        if (limit > 1)
            find(m_returned, kind, phase, now - timeout, limit / 4);
        find(m_due, kind, phase, now - timeout, limit);
        if (static_cast<std::int64_t>(m_claimed.size()) > limit)
            m_claimed.resize(static_cast<std::size_t>(limit));
        if (!m_claimed.empty()) {
            const auto claim_id = next_claim();
            const auto number = stamp();
            for (Claimed& c : m_claimed) {
                m_lock.bind(1, c.row);
                m_lock.bind(2, owner);
                m_lock.bind(3, ++c.token);
                m_lock.bind(4, claim_id);
                m_lock.bind(5, now);
                m_lock.bind(6, c.claims + 1);
                m_lock.bind(7, c.takeovers);
                m_lock.bind(8, number);
                run(m_lock);
            }
        }
        run(m_commit);
        return static_cast<std::int64_t>(m_claimed.size());
    }

    void advance_claimed(const std::string& to) override
    {
        run(m_begin);
        const auto now = now_us();
        const auto number = stamp();
        for (const Claimed& c : m_claimed) {
            m_task.bind(1, c.id);
            if (!m_task.executeStep() || m_task.getColumn(5).getString() != m_owner
                || m_task.getColumn(6).getInt64() != c.token)
                throw std::runtime_error("a task of the benchmark was lost");
            const std::int64_t row = m_task.getColumn(16).getInt64();
            m_task.reset();
            m_advance.bind(1, row);
            m_advance.bind(2, to);
            m_advance.bind(3, "Running");
            m_advance.bind(4, now);
            m_advance.bind(5, number);
            run(m_advance);
        }
        run(m_commit);
    }

    void update(const std::string& id, const std::string& owner) override
    {
        m_update.bind(1, id);
        m_update.bind(2, owner);
        m_update.bind(3, next_claim());
        if (!m_update.executeStep() || m_update.getColumn(0).getString() != id)
            throw std::runtime_error("a task of the benchmark was lost");
        run(m_update);
    }

    void enqueue(const std::string& id, const std::string& payload) override
    {
        run(m_begin);
        m_enqueue.bind(1, stamp());
        m_enqueue.bind(2, id);
        m_enqueue.bind(3, "bench");
        m_enqueue.bind(4, payload);
        m_enqueue.bind(5, now_us());
        run(m_enqueue);
        run(m_commit);
    }

    std::int64_t changes() override
    {
        run(m_begin_read);
        m_stamp_read.executeStep();
        const std::int64_t newest = m_stamp_read.getColumn(0).getInt64();
        m_stamp_read.reset();
        std::int64_t rows = 0;
        for (SQLite::Statement* list :
             {&m_locks_since, &m_tasks_since, &m_workers_since, &m_messages_since, &m_removed_since}) {
            list->bind(1, m_cursor < 0 ? newest : m_cursor);
            list->bind(2, std::int64_t{1001});
            while (list->executeStep())
                ++rows;
            list->reset();
        }
        m_cursor = newest;
        run(m_commit);
        return rows;
    }

private:
    struct Claimed
    {
        std::string id;
        std::int64_t row = 0, token = 0, claims = 0, takeovers = 0;
    };

    // As long as the engine's: it is stored in the row and in an index.
    std::string next_claim()
    {
        const auto number = std::to_string(++m_claims);
        return m_claim_mark + std::string(12 - std::min<std::size_t>(12, number.size()), '0') + number;
    }

    std::int64_t stamp()
    {
        m_stamp.executeStep();
        const std::int64_t number = m_stamp.getColumn(0).getInt64();
        m_stamp.reset();
        return number;
    }

    std::int64_t acquire(const std::string& name, const std::string& owner)
    {
        constexpr std::int64_t lease = 30'000'000;
        const std::string mark = "|0123456789abcdef01234567";
        run(m_begin);
        m_lock_read.bind(1, name);
        const bool exists = m_lock_read.executeStep();
        std::int64_t token = exists ? m_lock_read.getColumn(1).getInt64() : 0;
        m_lock_read.reset();
        m_lock_ground.bind(1, name);
        m_lock_ground.executeStep();
        token = 1
                + std::max<std::int64_t>({token, m_lock_ground.getColumn(0).getInt64(),
                                          token > 0 ? 0 : m_lock_ground.getColumn(1).getInt64(),
                                          token > 0 ? 0 : m_lock_ground.getColumn(2).getInt64()});
        m_lock_ground.reset();
        const auto now = now_us();
        auto& write = exists ? m_lock_grant : m_lock_insert;
        int i = 0;
        write.bind(++i, name);
        write.bind(++i, owner);
        write.bind(++i, lease);
        write.bind(++i, now);
        write.bind(++i, now + lease);
        write.bind(++i, mark);
        write.bind(++i, stamp());
        write.bind(++i, token);
        run(write);
        run(m_commit);
        return token;
    }

    void find(SQLite::Statement& due, const std::string& kind, const std::string& phase, std::int64_t before,
              std::int64_t limit)
    {
        due.bind(1, kind);
        due.bind(2, phase);
        due.bind(3, before);
        due.bind(4, limit);
        while (due.executeStep())
            m_claimed.push_back({due.getColumn(0).getString(), due.getColumn(16).getInt64(), due.getColumn(6).getInt64(),
                                 due.getColumn(11).getInt64(), due.getColumn(12).getInt64()});
        due.reset();
    }

    Database m_db;
    std::vector<std::unique_ptr<SQLite::Statement>> m_smallest;
    SQLite::Statement m_begin = m_db.statement("begin_write"), m_begin_read = m_db.statement("begin_read"),
                      m_commit = m_db.statement("commit"), m_stamp = m_db.statement("stamp_next"),
                      m_lock_read = m_db.statement("lock_find"), m_lock_ground = m_db.statement("lock_ground"),
                      m_lock_insert = m_db.statement("lock_acquire_first"), m_lock_grant = m_db.statement("lock_acquire"),
                      m_lock_free = m_db.statement("lock_release"), m_rule = m_db.statement("task_rule"),
                      m_returned = m_db.statement("task_look_returned"), m_due = m_db.statement("task_look"),
                      m_lock = m_db.statement("task_take"), m_task = m_db.statement("task_find"),
                      m_advance = m_db.statement("task_advance"), m_enqueue = m_db.statement("outbox_add"),
                      m_stamp_read = m_db.statement("stamp_read"), m_locks_since = m_db.since("lock_list"),
                      m_tasks_since = m_db.since("task_list"), m_workers_since = m_db.since("worker_list"),
                      m_messages_since = m_db.since("outbox_list"), m_removed_since = m_db.statement("removed_list"),
                      m_update = m_db.plain(update_text);
    std::vector<Claimed> m_claimed;
    std::string m_owner;
    const std::string m_claim_mark = std::to_string(std::random_device{}()) + "-";
    std::int64_t m_claims = 0;
    std::int64_t m_cursor = -1;
};

} // namespace

std::unique_ptr<RawLoop> make_raw_sqlite(const StoreUrl& url) { return std::make_unique<RawSqlite>(url.path()); }

} // namespace lockdesk::bench
