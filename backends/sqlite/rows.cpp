// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/rows.h"

#include "backends/engine/text/text.h"

#include <sqlite3.h>

#include <array>
#include <charconv>
#include <cmath>

namespace lockdesk::sqlite {

namespace {

// The stored columns of the lists; the following ones are computed.
constexpr int stored_lock_columns = 15;
constexpr int stored_task_columns = 16;

std::string hex_text(const std::string& bytes)
{
    return hex(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

TaskRow task_row(RowDecoder& d, std::int64_t* row)
{
    TaskRow t;
    read_columns(d, t);
    std::optional<std::int64_t> number;
    d.read(SkippedColumn{}, number); // change, row
    if (row)
        *row = number.value_or(0);
    return t;
}

template <class Row> Row logged_row(const Query& query, std::int64_t* change)
{
    RowDecoder d({query});
    Row out;
    read_columns(d, out);
    std::optional<std::int64_t> number;
    if (change) {
        d.read(number);
        *change = number.value_or(0);
    }
    return out;
}

} // namespace

std::string QueryRow::json(int index) const
{
    const auto column = query.column(index);
    switch (column.type()) {
    case SQLITE_INTEGER: return std::to_string(column.number());
    case SQLITE_FLOAT: {
        const double value = column.real();
        if (!std::isfinite(value))
            return "null";
        std::array<char, 40> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        return {digits.data(), end};
    }
    case SQLITE_TEXT: return json_quote(column.text());
    case SQLITE_BLOB: return json_quote("x'" + hex_text(column.text()) + "'");
    default: return "null";
    }
}

LockRow read_lock(const Query& query, Raw raw)
{
    RowDecoder d({query});
    LockRow l;
    read_columns(d, l);
    d.read(SkippedColumn{}, l.waiters); // after the change
    d.complete(l, raw, stored_lock_columns);
    return l;
}

TaskRow read_task(const Query& query, Raw raw, std::int64_t* row)
{
    RowDecoder d({query});
    TaskRow t = task_row(d, row);
    d.complete(t, raw, stored_task_columns);
    return t;
}

TaskRow read_listed_task(const Query& query, Raw raw)
{
    RowDecoder d({query});
    TaskRow t = task_row(d, nullptr);
    const TaskRule defaults;
    std::optional<Duration> timeout;
    std::optional<std::int64_t> most;
    d.read(timeout, most);
    t.lock_timeout = timeout.value_or(defaults.lock_timeout);
    t.max_failures = most.value_or(defaults.max_failures);
    d.complete(t, raw, stored_task_columns);
    return t;
}

MessageRow read_message(const Query& query, TimePoint now, Raw raw)
{
    RowDecoder d({query});
    MessageRow m;
    read_columns(d, m, now);
    d.complete(m, raw, query.columns());
    return m;
}

WorkerRow read_worker(const Query& query, Raw raw)
{
    RowDecoder d({query});
    WorkerRow w;
    read_columns(d, w);
    d.complete(w, raw, query.columns());
    return w;
}

WaiterRow read_waiter(const Query& query) { return logged_row<WaiterRow>(query, nullptr); }
FenceRow read_refusal(const Query& query, std::int64_t* change) { return logged_row<FenceRow>(query, change); }
AuditRow read_audit(const Query& query, std::int64_t* change) { return logged_row<AuditRow>(query, change); }

std::string literal(const std::string& text)
{
    if (text.find('\0') != std::string::npos)
        return "CAST(x'" + hex_text(text) + "' AS TEXT)";
    const bool has_lines = text.find_first_of("\n\r") != std::string::npos;
    std::string out = has_lines ? "('" : "'";
    for (const char c : text) {
        if (c == '\n' || c == '\r') { // a line of a name must not look like one of the statement
            out += c == '\n' ? "' || char(10) || '" : "' || char(13) || '";
            continue;
        }
        if (c == '\'')
            out += '\'';
        out += c;
    }
    return out + (has_lines ? "')" : "'");
}

} // namespace lockdesk::sqlite
