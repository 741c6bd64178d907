// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/list_columns.h"
#include "backends/engine/rules/listed_rows.h"
#include "backends/engine/text/filter.h"
#include "backends/sql/link.h"
#include "backends/sql/rows.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::sql {

/// A column by which rows are ordered: its SQL, and its place in the result.
struct OrderColumn
{
    const char* sql;
    int column;
    bool is_text = true;
};

/// How rows of a kind are listed: in the order of their key, page by page; the statement checks the equalities that have an
/// SQL expression, this code the remainder of the filter.
template <class Row> struct Listing
{
    std::string statement;          ///< with {where} {order} {limit}, rows as `k`
    std::string table;              ///< without the prefix, for an estimate; empty: no estimate
    std::vector<OrderColumn> order; ///< unique together; empty: few rows, listed without a limit
    bool newest_first = false;
    std::string_view state{}; ///< the text expression of a row's state
    ListColumns columns = list_columns(static_cast<const Row*>(nullptr));
    Row (*decode)(const Result&, int row) = listed_row<Row>;
    Values more{}; ///< further values of the statement
};

inline constexpr std::size_t rows_of_a_page = 5000;
/// Counts exactly up to this number of rows; beyond, the server's estimate.
inline constexpr std::int64_t counted_rows = 10'000;

/// Returns the conditions that the statement can check; `left`: some terms have no SQL form.
std::string conditions(const Link& link, const Filter& filter, const ListColumns& columns, std::string_view state, bool& left);
/// `ORDER BY ...`
std::string order_by(const std::vector<OrderColumn>& order, bool newest_first);
/// Returns the condition that a row follows row `row` of the result.
std::string comes_after(const Link& link, const std::vector<OrderColumn>& order, bool newest_first, const Result& r, int row);
/// Returns the count of rows: counted up to `counted_rows`; beyond, the server's estimate if unfiltered, else nullopt.
std::optional<std::int64_t> about(Link& link, const std::string& table, const std::string& where, const Filter& filter);

/// Returns the row that the statement finds, or nullopt if its columns are NULL.
template <class Row>
Answer<std::optional<Row>> find_row(Link& link, const char* statement, const Values& values,
                                    Row (*decode)(const Result&) = found_row<Row>)
{
    return decoded(link.run(statement, values, Effect::read), [&](const Result& r) {
        return r.is_null(0, 1) ? std::nullopt : std::optional(decode(r));
    });
}

/// Returns the condition that a row comes after the mark; empty without one.
std::string after_mark(const Link& link, const SqlOrder& order, bool descending, const std::string& after);

/// Returns the condition that a row is among the first `limit` of an order. Only keys and values are sorted: whole rows
/// would not fit into a server's memory for that.
std::string is_among_first(const Link& link, const std::string& table, const SqlOrder& order, bool descending,
                           const std::string& where, std::size_t limit);

/// The rows of a request, read in parts as long as the statement leaves terms of the filter to this code.
template <class Row> struct Gathered
{
    std::vector<Row> rows;
    bool more = false; ///< than the limit
    bool left = false; ///< the statement cannot check all terms
    std::string where; ///< what it checks
    std::optional<TimePoint> now;
};

/// `ask` adds condition, order and size of a part to the values; `after` puts its rows in order and, if it was a whole one,
/// returns the condition that further rows follow. `beyond`: this condition of the first part.
template <class Row, class Ask, class After>
Answer<Gathered<Row>> gather(Link& link, const Listing<Row>& how, const Filter& filter, std::size_t limit,
                             std::string beyond, const Ask& ask, const After& after)
{
    Gathered<Row> out;
    out.where = conditions(link, filter, how.columns, how.state, out.left);
    const std::size_t size = out.left ? std::max(rows_of_a_page, limit + 1) : limit + 1;
    for (bool whole = true; whole && !out.more;) {
        Values values = how.more;
        ask(values, out.where + beyond, size);
        const auto answer = link.run(how.statement, values, Effect::read, Use::once);
        if (!answer)
            return answer.failure();
        out.now = answer.store_time();
        whole = out.left && !how.order.empty() && static_cast<std::size_t>(answer->rows()) == size;
        auto rows = rows_of(*answer, how.decode);
        beyond = after(*answer, rows, whole);
        for (Row& row : rows) {
            if (!fits(filter, row, out.now.value_or(TimePoint{})))
                continue;
            out.more = out.rows.size() == limit;
            if (out.more)
                break;
            out.rows.push_back(std::move(row));
        }
    }
    return out;
}

/// Lists rows in an order of the user's choice, a page.
template <class Row> Answer<OrderedPage<Row>> list_rows(Link& link, const Listing<Row>& how, const OrderedRequest& request)
{
    const SqlOrder order{how.order.front().sql, std::string(sql_of(how.columns.orders, request.order.column))};
    const bool down = request.order.descending;
    const auto ask = [&](Values& values, const std::string& where, std::size_t size) {
        if (order.value.empty()) {
            values.sql("where", where).sql("order", "ORDER BY " + order_by_sql(order, down));
            values.sql("limit", "LIMIT " + std::to_string(size));
        } else {
            values.sql("where", is_among_first(link, how.table, order, down, where, size)).sql("order", "").sql("limit", "");
        }
    };
    // A join need not keep the order of what it joins.
    const auto after = [&](const Result&, std::vector<Row>& rows, bool whole) {
        std::ranges::sort(rows, [&](const Row& a, const Row& b) { return comes_before(a, b, request.order); });
        return whole ? after_mark(link, order, down, mark_of(rows.back(), request.order.column)) : std::string();
    };
    auto found = gather(link, how, request.filter, request.limit, after_mark(link, order, down, request.after), ask, after);
    if (!found)
        return found.failure();
    return {OrderedPage<Row>{std::move(found->rows), found->more}, found->now};
}

template <class Row> Answer<Page<Row>> list_rows(Link& link, const Listing<Row>& how, const ListRequest& request)
{
    const auto ask = [&](Values& values, const std::string& where, std::size_t size) {
        values.sql("where", where);
        if (!how.order.empty())
            values.sql("order", order_by(how.order, how.newest_first)).sql("limit", "LIMIT " + std::to_string(size));
    };
    const auto after = [&](const Result& r, const std::vector<Row>&, bool whole) {
        return whole ? " AND " + comes_after(link, how.order, how.newest_first, r, r.rows() - 1) : std::string();
    };
    auto found = gather(link, how, request.filter, request.limit, {}, ask, after);
    if (!found)
        return found.failure();
    Page<Row> page;
    page.rows = std::move(found->rows);
    page.truncated = found->more;
    if (page.truncated && !found->left && !how.table.empty())
        page.about = about(link, how.table, found->where, request.filter);
    return {std::move(page), found->now};
}

/// Rows in an order of the user's choice, by the columns by which the server orders; the first is the key, which has an index.
template <class Row> class OrderedRows : public OrderedList<Row>
{
public:
    OrderedRows(Link& link, const Listing<Row>& how) : m_link(link), m_how(how) {}

    [[nodiscard]] std::span<const std::string_view> order_columns() const final
    {
        const auto all = order_columns_of(static_cast<const Row*>(nullptr));
        return m_link.sorts_without_index() ? all : all.first(1);
    }
    Answer<OrderedPage<Row>> list_ordered(const OrderedRequest& request) final
    {
        if (auto wrong = check_order(order_columns(), request))
            return *wrong;
        return list_rows(m_link, m_how, request);
    }

protected:
    Link& m_link;

private:
    const Listing<Row>& m_how;
};

} // namespace lockdesk::sql
