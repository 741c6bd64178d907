// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/rows.h"
#include "tests/fuzz/input.h"

#include <sqlite3.h>

namespace {

constexpr int columns = 26; // more than any of our rows has

// A SELECT of that many values, each of any type: a SQLite column stores any type.
class OneRow
{
public:
    explicit OneRow(lockdesk::fuzz::Input& in)
    {
        sqlite3_open(":memory:", &m_db);
        std::string sql = "SELECT ";
        for (int i = 1; i <= columns; ++i)
            sql += (i > 1 ? ", ?" : "?") + std::to_string(i) + " AS c" + std::to_string(i);
        m_statement = std::make_unique<lockdesk::sqlite::PreparedStatement>(m_db, sql, "rows", m_running);
        for (int i = 1; i <= columns; ++i)
            switch (in.byte() % 6) {
            case 0: m_statement->bind_null(i); break;
            case 1: {
                double value = 0;
                const std::int64_t bits = in.number();
                std::memcpy(&value, &bits, sizeof value);
                m_statement->bind(i, value);
                break;
            }
            case 2:
            case 3: m_statement->bind(i, in.text()); break;
            default: m_statement->bind(i, in.number());
            }
    }
    ~OneRow()
    {
        m_statement.reset();
        sqlite3_close(m_db);
    }
    OneRow(const OneRow&) = delete;
    OneRow& operator=(const OneRow&) = delete;

    template <class Read> void read(Read how)
    {
        lockdesk::sqlite::Query query(*m_statement);
        lockdesk::fuzz::require(query.step());
        how(query);
    }

private:
    sqlite3* m_db = nullptr;
    std::string_view m_running;
    std::unique_ptr<lockdesk::sqlite::PreparedStatement> m_statement;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    fuzz::Input in(data, size);
    OneRow row(in);
    const TimePoint now = time_from_us(1'790'000'000'000'000);
    row.read([&](const sqlite::Query& q) { (void)lock_state(sqlite::read_lock(q, Raw::with), now); });
    row.read([&](const sqlite::Query& q) { (void)task_state(sqlite::read_task(q, Raw::with), now); });
    row.read([&](const sqlite::Query& q) { (void)sqlite::read_listed_task(q, Raw::with); });
    row.read([&](const sqlite::Query& q) { (void)sqlite::read_message(q, now, Raw::with); });
    row.read([&](const sqlite::Query& q) { (void)sqlite::read_worker(q, Raw::with); });
    row.read([&](const sqlite::Query& q) { (void)sqlite::read_waiter(q); });
    row.read([&](const sqlite::Query& q) { (void)sqlite::read_refusal(q); });
    row.read([&](const sqlite::Query& q) { (void)sqlite::read_audit(q); });
    return 0;
}
