// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/row_columns.h"
#include "backends/sqlite/query.h"

#include <optional>
#include <string>

namespace lockdesk::sqlite {

/// The current row of a query, for `Decoder`: SQLite stores any type in any column.
struct QueryRow
{
    const Query& query;
    [[nodiscard]] bool is_null(int column) const { return query.is_null(column); }
    [[nodiscard]] bool is_text(int column) const { return query.column(column).is_text(); }
    [[nodiscard]] std::string text(int column) const { return query.text(column); } ///< a BLOB as its bytes: two stay distinct
    [[nodiscard]] std::optional<std::int64_t> whole(int column) const
    {
        return query.is_whole(column) ? std::optional(query.number(column)) : std::nullopt;
    }
    [[nodiscard]] const char* name(int column) const { return query.column(column).name(); }
    [[nodiscard]] std::string json(int column) const;
};
using RowDecoder = Decoder<QueryRow>;

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
