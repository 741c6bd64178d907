// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/own_transaction.h"

#include "backends/engine/text/placeholders.h"
#include "backends/sqlite/errors.h"
#include "backends/sqlite/templates.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <chrono>
#include <cmath>
#include <memory>
#include <sqlite3.h>

namespace lockdesk::sqlite {

namespace {

struct FinishStatement
{
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

// The caller's connection lacks our clock function, so this reads the same clock.
std::int64_t store_clock_us()
{
    return std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count();
}

int bind(sqlite3_stmt* statement, int at, const OwnTransaction::Value& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return sqlite3_bind_int64(statement, at, *number);
    const auto& text = std::get<std::string>(value);
    return sqlite3_bind_text64(statement, at, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Our statements number their values ?1 to ?9, and have no other question marks. A text ends at a NUL, so those are refused.
std::string with_literals(const std::string& sql, std::initializer_list<OwnTransaction::Value> values)
{
    std::string out;
    for (std::size_t i = 0; i < sql.size(); ++i) {
        if (sql[i] != '?' || i + 1 == sql.size()) {
            out += sql[i];
            continue;
        }
        const auto& value = values.begin()[sql[++i] - '1'];
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            out += std::to_string(*number);
            continue;
        }
        out += '\'';
        for (const char c : std::get<std::string>(value)) {
            if (c == '\0')
                throw StoreError{Failure::usage("a text with NUL cannot be put into SQL")};
            out += c == '\'' ? "''" : std::string(1, c);
        }
        out += '\'';
    }
    return out;
}

} // namespace

OwnTransaction::OwnTransaction(sqlite3* db, const std::optional<SandboxId>& sandbox)
    : m_db(db), m_prefix(sandbox ? "lockdesk_sb_" + sandbox->str() + "_" : "lockdesk_"), m_sandbox(sandbox.has_value())
{
}

OwnTransaction::OwnTransaction(SQLite::Database& db, const std::optional<SandboxId>& sandbox)
    : OwnTransaction(db.getHandle(), sandbox)
{
}

OwnTransaction::OwnTransaction(OwnRunner runner) : OwnTransaction(static_cast<sqlite3*>(nullptr))
{
    m_runner = std::move(runner);
}

Failure OwnTransaction::failure(const char* name, int code) const
{
    const char* file = sqlite3_db_filename(m_db, "main");
    return to_failure(code, sqlite3_errmsg(m_db),
                      {file ? file : "", name, "install the schema with `lockdeskctl init`", "its busy timeout"});
}

void OwnTransaction::check_open() const
{
    if (!m_runner && sqlite3_get_autocommit(m_db) != 0)
        throw StoreError{Failure::usage("the connection is in no transaction, so this would be written at once")};
}

std::int64_t OwnTransaction::now() const
{
    const auto real = store_clock_us();
    if (!m_sandbox)
        return real;
    const auto clock = run("clock_read", {});
    if (!clock.row)
        return real;
    return clock.number(0)
           + std::llround(static_cast<double>(real - clock.number(1)) * std::strtod(clock.text(2).c_str(), nullptr));
}

OwnTransaction::Reply OwnTransaction::run(const char* name, std::initializer_list<Value> values) const
{
    auto sql = with_prefix(name, m_prefix);
    if (sql.find("{now}") != std::string::npos)
        sql = fill_placeholders(sql, {{"now", std::to_string(now())}});
    if (!m_runner)
        return step(name, sql, values);
    auto reply = m_runner(with_literals(sql, values));
    if (!reply)
        throw StoreError{reply.failure()};
    return std::move(*reply);
}

OwnTransaction::Reply OwnTransaction::step(const char* name, const std::string& sql,
                                           std::initializer_list<Value> values) const
{
    sqlite3_stmt* made = nullptr;
    const int prepared = sqlite3_prepare_v2(m_db, sql.c_str(), -1, &made, nullptr);
    const std::unique_ptr<sqlite3_stmt, FinishStatement> statement(made);
    if (prepared != SQLITE_OK)
        throw StoreError{failure(name, sqlite3_extended_errcode(m_db))};
    int at = 0;
    for (const auto& value : values)
        if (bind(made, ++at, value) != SQLITE_OK)
            throw StoreError{failure(name, sqlite3_extended_errcode(m_db))};
    Reply reply;
    int stepped = sqlite3_step(made);
    for (; stepped == SQLITE_ROW; stepped = sqlite3_step(made)) {
        if (reply.row)
            continue;
        reply.row.emplace();
        for (int i = 0; i < sqlite3_column_count(made); ++i)
            reply.row->emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(made, i)),
                                    static_cast<std::size_t>(sqlite3_column_bytes(made, i)));
    }
    if (stepped != SQLITE_DONE)
        throw StoreError{failure(name, sqlite3_extended_errcode(m_db))};
    reply.affected = sqlite3_changes(m_db);
    return reply;
}

} // namespace lockdesk::sqlite
