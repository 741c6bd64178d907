// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/statements.h"

#include "backends/engine/text/statement_gate.h"

#include <sqlite3.h>

#include <utility>

namespace lockdesk::sqlite {

namespace {

using Prepared = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

StatementValue value_of(sqlite3_stmt* statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL: return std::monostate{};
    case SQLITE_INTEGER: return static_cast<std::int64_t>(sqlite3_column_int64(statement, column));
    default: break;
    }
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    return std::string(text ? text : "", static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
}

// Returns true for errors that end the use of the file or the session, not only the statement.
bool is_beyond_the_statement(int code, bool interrupted)
{
    switch (code & 0xff) {
    case SQLITE_IOERR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_CANTOPEN:
    case SQLITE_FULL:
    case SQLITE_NOMEM: return true;
    case SQLITE_INTERRUPT: return interrupted;
    default: return false;
    }
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n;") == std::string_view::npos; }

int read_rows(sqlite3_stmt* statement, StatementResult& result)
{
    const int columns = sqlite3_column_count(statement);
    for (int i = 0; i < columns; ++i)
        result.columns.emplace_back(sqlite3_column_name(statement, i));
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (result.rows.size() == most_statement_rows) {
            result.truncated = true;
            if (sqlite3_stmt_readonly(statement) != 0)
                return SQLITE_DONE; // the number of further rows is not needed
            continue;
        }
        auto& row = result.rows.emplace_back();
        for (int i = 0; i < columns; ++i)
            row.push_back(value_of(statement, i));
    }
    return code;
}

} // namespace

Connection& SqliteStatements::own()
{
    const std::lock_guard lock(m_mutex);
    if (!m_own) {
        m_own = std::make_unique<Connection>(m_db.path(), m_db.options());
        if (m_interrupted)
            m_own->interrupt();
    }
    return *m_own;
}

void SqliteStatements::interrupt() noexcept
{
    const std::lock_guard lock(m_mutex);
    m_interrupted = true;
    if (m_own)
        m_own->interrupt();
}

Answer<StatementResult> SqliteStatements::run(const std::string& text)
{
    if (!m_db.in_sandbox())
        return only_in_a_sandbox();
    Connection& db = own();
    if (auto refused = refused_answer(text, m_db.options().read_only, m_in_transaction)) {
        const auto now = m_db.run<TimePoint>(Mode::read, [&] { return m_db.store_time(); });
        return {std::move(*refused), now ? std::optional(*now) : std::nullopt};
    }
    const auto around = neighbours();
    if (!around)
        return around.failure();
    const auto sql = with_names(
        text, [&](std::string_view name) { return name == "now" ? db.now_text() : db.prefix() + std::string(name); });
    std::optional<TimePoint> now;
    auto answer = db.run<StatementResult>(Mode::read, [&] {
        auto result = execute(db, sql, *around);
        // Reads the clock on the session's connection: here it would begin, or be part of, the transaction's snapshot.
        if (const auto clock = m_db.run<TimePoint>(Mode::read, [&] { return m_db.store_time(); }))
            now = *clock;
        db.tell_time(now.value_or(TimePoint{}));
        return result;
    });
    if (!answer) {
        m_in_transaction = false;
        return answer;
    }
    return {std::move(answer).value(), now};
}

// Queried on the session's own connection: on the other it would be part of the statement's snapshot.
Answer<Neighbours> SqliteStatements::neighbours()
{
    return m_db.run<Neighbours>(Mode::read, [&] {
        Neighbours out;
        const std::string& prefix = m_db.prefix();
        auto list = m_db.one_off(m_db.text_of("sql_neighbours"), "sql_neighbours");
        while (list.step())
            out.tables.push_back(list.text(0));
        for (const std::string& table : out.tables)
            if (table.size() > prefix.size() + 4 && table.starts_with(prefix) && table.ends_with("_meta"))
                out.prefixes.push_back(table.substr(0, table.size() - 4));
        return out;
    });
}

StatementResult SqliteStatements::execute(Connection& db, const std::string& sql, const Neighbours& around)
{
    sqlite3* handle = db.handle("sql");
    if (sqlite3_get_autocommit(handle) != 0)
        sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr); // off by default; cannot change in a transaction
    StatementResult result;
    const auto changes_before = sqlite3_total_changes(handle);
    const Confinement confinement(handle, db.prefix(), around, sql);
    sqlite3_stmt* raw = nullptr;
    const char* tail = nullptr;
    // Of a view's tables SQLite asks when they are read, not when it is defined.
    int code = SQLITE_OK;
    if (const auto query = query_of_view(sql)) {
        code = sqlite3_prepare_v2(handle, query->data(), static_cast<int>(query->size()), &raw, nullptr);
        sqlite3_finalize(std::exchange(raw, nullptr));
    }
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(handle, sql.data(), static_cast<int>(sql.size()), &raw, &tail);
    const Prepared statement(raw, &sqlite3_finalize);
    if (code == SQLITE_OK && raw == nullptr)
        throw StoreError{Failure::usage("there is no statement in the text")};
    if (code == SQLITE_OK && !is_blank({tail, sql.data() + sql.size()}))
        throw StoreError{Failure::usage("there is more than one statement in the text; give one at a time")};
    if (code == SQLITE_OK)
        code = read_rows(raw, result);
    if (code == SQLITE_DONE) {
        result.affected = sqlite3_total_changes(handle) != changes_before ? sqlite3_changes(handle) : 0;
    } else {
        if (is_beyond_the_statement(code, db.is_interrupted()))
            throw SQLite::Exception(handle, code);
        result = {};
        result.code = result_name(code);
        result.message =
            without(confinement.refused().empty() ? std::string(sqlite3_errmsg(handle))
                                                  : "'" + confinement.refused() + "' is not for the SQL of this sandbox",
                    db.prefix());
    }
    m_in_transaction = result.in_transaction = sqlite3_get_autocommit(handle) == 0;
    return result;
}

} // namespace lockdesk::sqlite
