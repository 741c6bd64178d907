// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/rules/foreign_time.h"
#include "backends/sqlite/query.h"

#include <string>

namespace lockdesk::sqlite {

/// Reads the current row of a query column by column. SQLite keeps whatever anybody put into a column: a NULL where there
/// must be none, or an odd type, leaves the default and is named in `doubt`.
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
    /// The whole record, or its first columns, as a JSON object. Only what is stored: equal texts mean an untouched row.
    [[nodiscard]] std::string raw(int columns = -1) const;

private:
    void doubt_column(int index);
    const Query& m_query;
    int m_next = 0;
    std::string m_doubt;
};

/// Whether the whole record is wanted as JSON beside the fields.
enum class Raw { never, doubtful, always };

// Each for the column order of its statements in resources/sqlite. `change`, where given, gets the row's change number.
LockRow read_lock(const Query& query, Raw raw);
/// Without the rule's columns; the caller sets lock_timeout and max_failures. `row` gets the row's own number.
TaskRow read_task(const Query& query, Raw raw, std::int64_t* row = nullptr);
/// With the rule's columns at the end (task_list.sql).
TaskRow read_listed_task(const Query& query, Raw raw);
/// A claimed message whose lease is over is pending again.
MessageRow read_message(const Query& query, TimePoint now, Raw raw);
WorkerRow read_worker(const Query& query, Raw raw);
WaiterRow read_waiter(const Query& query);
FenceRow read_refusal(const Query& query, std::int64_t* change = nullptr);
AuditRow read_audit(const Query& query, std::int64_t* change = nullptr);

/// A SQL text literal; bytes that a literal cannot hold make it a cast blob.
std::string literal(const std::string& text);

} // namespace lockdesk::sqlite
