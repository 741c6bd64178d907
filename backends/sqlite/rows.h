// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/rules/foreign_time.h"
#include "backends/sqlite/query.h"

#include <string>

namespace lockdesk::sqlite {

/// Reads the current row of a query column by column. SQLite stores any type in any column: an unexpected NULL or type
/// leaves the default and is named in `doubt`.
class RowReader
{
public:
    explicit RowReader(const Query& query) : m_query(query) {}

    std::int64_t number(std::int64_t fallback = 0);
    std::optional<std::int64_t> maybe_number();
    std::string text();
    std::string maybe_text();
    TimePoint time() { return foreign_time(number()); }
    std::optional<TimePoint> maybe_time();
    std::optional<Duration> maybe_span();
    void skip() { ++m_next; }

    /// Column names, comma-separated.
    [[nodiscard]] const std::string& doubt() const { return m_doubt; }
    /// Returns the record, or its first columns, as a JSON object. Only stored columns: equal texts mean an untouched row.
    [[nodiscard]] std::string raw(int columns = -1) const;

private:
    void doubt_column(int index);
    const Query& m_query;
    int m_next = 0;
    std::string m_doubt;
};

/// Whether a row includes its whole record as JSON.
enum class Raw { never, doubtful, always };

// Each expects the column order of its statements in resources/sqlite. `change`, if given, gets the row's change number.
LockRow read_lock(const Query& query, Raw raw);
/// Reads no columns of the rule; the caller sets lock_timeout and max_failures. `row` gets the row number.
TaskRow read_task(const Query& query, Raw raw, std::int64_t* row = nullptr);
/// Also reads the rule's columns at the end (task_list).
TaskRow read_listed_task(const Query& query, Raw raw);
/// Reads a message; a claimed one whose lease is over is pending again.
MessageRow read_message(const Query& query, TimePoint now, Raw raw);
WorkerRow read_worker(const Query& query, Raw raw);
WaiterRow read_waiter(const Query& query);
FenceRow read_refusal(const Query& query, std::int64_t* change = nullptr);
AuditRow read_audit(const Query& query, std::int64_t* change = nullptr);

/// Returns an SQL text literal; a cast blob if a literal cannot hold the bytes.
std::string literal(const std::string& text);

} // namespace lockdesk::sqlite
