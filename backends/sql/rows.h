// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Decodes rows of our tables from result sets. Column 0 is the store's clock.
#pragma once

#include "backends/engine/rules/row_columns.h"
#include "backends/engine/text/text.h"
#include "backends/sql/result.h"

#include <iterator>
#include <string>
#include <vector>

namespace lockdesk::sql {

/// Returns what `read` makes of each row that has a value in column 1: one without carries only the clock.
template <class Read> auto rows_of(const Result& result, const Read& read)
{
    std::vector<decltype(read(result, 0))> rows;
    for (int row = 0; row < result.rows(); ++row)
        if (!result.is_null(row, 1))
            rows.push_back(read(result, row));
    return rows;
}

/// The same for every result set.
template <class Read> auto rows_of_all(const Reply& reply, const Read& read)
{
    std::vector<decltype(read(reply, 0))> rows;
    for (std::size_t i = 0; i < reply.size(); ++i)
        std::ranges::move(rows_of(reply.set(i), read), std::back_inserter(rows));
    return rows;
}

/// A row of a result, for `Decoder`.
struct ResultRow
{
    const Result& result;
    int row;
    [[nodiscard]] bool is_null(int column) const { return result.is_null(row, column); }
    [[nodiscard]] bool is_text(int column) const { return !is_null(column); }
    [[nodiscard]] std::string_view text(int column) const { return result.text(row, column); }
    [[nodiscard]] std::optional<std::int64_t> whole(int column) const { return result.whole(row, column); }
    [[nodiscard]] std::string_view name(int column) const { return result.name(column); }
    [[nodiscard]] std::string json(int column) const
    {
        const auto value = text(column);
        return is_null(column) ? "null" : result.is_number_column(column) ? std::string(value) : json_quote(value);
    }
};
using RowDecoder = Decoder<ResultRow>;

/// Reads a row of a list, whose columns begin at `first`.
template <class Row> Row read_row(const Result& result, int row, int first = 1, Raw raw = Raw::doubtful)
{
    RowDecoder d({result, row}, first);
    Row out;
    if constexpr (std::is_same_v<Row, MessageRow>)
        read_columns(d, out, result.time(row, 0));
    else
        read_columns(d, out);
    if constexpr (std::is_same_v<Row, LockRow>)
        d.read(out.waiters);
    if constexpr (std::is_same_v<Row, TaskRow>)
        d.read(out.lock_timeout, out.max_failures);
    if constexpr (requires { out.doubt; })
        d.complete(out, raw);
    return out;
}
/// Its columns as they are in every list.
template <class Row> Row listed_row(const Result& result, int row) { return read_row<Row>(result, row); }
/// The one row that a `find` returns.
template <class Row> Row found_row(const Result& result) { return read_row<Row>(result, 0, 1, Raw::with); }

} // namespace lockdesk::sql
