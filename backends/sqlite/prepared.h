// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace lockdesk::sqlite {

/// One column of a statement's current row. Valid until the next step.
class Column
{
public:
    Column(sqlite3_stmt* statement, int index) : m_statement(statement), m_index(index) {}

    [[nodiscard]] int type() const { return sqlite3_column_type(m_statement, m_index); }
    [[nodiscard]] bool is_null() const { return type() == SQLITE_NULL; }
    [[nodiscard]] bool is_number() const { return type() == SQLITE_INTEGER || type() == SQLITE_FLOAT; }
    [[nodiscard]] bool is_whole() const { return type() == SQLITE_INTEGER; }
    [[nodiscard]] bool is_text() const { return type() == SQLITE_TEXT; }
    [[nodiscard]] std::int64_t number() const { return sqlite3_column_int64(m_statement, m_index); }
    [[nodiscard]] double real() const { return sqlite3_column_double(m_statement, m_index); }
    /// Returns the bytes of a text or blob; a number as text; empty for NULL.
    [[nodiscard]] std::string text() const
    {
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(m_statement, m_index));
        const int size = sqlite3_column_bytes(m_statement, m_index);
        return bytes == nullptr ? std::string() : std::string(bytes, static_cast<std::size_t>(size));
    }
    [[nodiscard]] const char* name() const { return sqlite3_column_name(m_statement, m_index); }

private:
    sqlite3_stmt* m_statement;
    int m_index;
};

/// A prepared statement of an open file, which must outlive it. Throws SQLite::Exception, like SQLiteCpp. SQLiteCpp's own
/// class counts references for every column of every row, which slows batches of claims.
class PreparedStatement
{
public:
    /// @param name     outlives it
    /// @param running  its connection's current statement, which each step sets: several are prepared before the first runs
    PreparedStatement(sqlite3* db, const std::string& sql, std::string_view name, std::string_view& running);
    ~PreparedStatement() { sqlite3_finalize(m_statement); }
    PreparedStatement(const PreparedStatement&) = delete;
    PreparedStatement& operator=(const PreparedStatement&) = delete;

    void bind(int index, std::int64_t number) { check(sqlite3_bind_int64(m_statement, index, number)); }
    void bind(int index, double number) { check(sqlite3_bind_double(m_statement, index, number)); }
    void bind(int index, const std::string& text)
    {
        check(sqlite3_bind_text64(m_statement, index, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
    }
    void bind_null(int index) { check(sqlite3_bind_null(m_statement, index)); }

    /// Returns true at a row. Must not be called after the last row without `reset`.
    bool step();
    void reset() noexcept { sqlite3_reset(m_statement); } // `step` has thrown any error

    [[nodiscard]] Column column(int index) const { return {m_statement, index}; }
    [[nodiscard]] int columns() const { return sqlite3_column_count(m_statement); }

private:
    void check(int code) const
    {
        if (code != SQLITE_OK)
            fail(code);
    }
    [[noreturn]] void fail(int code) const;

    sqlite3* m_db;
    sqlite3_stmt* m_statement = nullptr;
    std::string_view m_name;
    std::string_view& m_running;
};

} // namespace lockdesk::sqlite
