// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/list_columns.h"
#include "backends/engine/rules/listed_rows.h"
#include "backends/engine/text/filter.h"
#include "backends/sqlite/connection.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::sqlite {

/// The parts of a filter that SQLite can check: the column of a key, and the condition of a state.
struct Shape
{
    std::string_view file;  ///< in resources/sqlite
    std::string_view table; ///< what follows the prefix after FROM: for counting
    std::string_view order;
    const ListColumns& columns;
    KeyedSql states{}; ///< word -> condition; may contain {now}
};

/// The statement of one list: equality and state terms become conditions; the caller checks the others.
class ListStatement
{
public:
    ListStatement(Connection& db, const Shape& shape, const Filter& filter);
    Query rows(std::string_view order, std::int64_t limit) const;
    /// Adds the condition that rows come after `after`, and returns the order. The column must be one of the shape's.
    std::string order_by(const OrderedRequest& request);
    /// Returns true if SQL has every term, so that a count is exact.
    [[nodiscard]] bool is_complete() const { return m_complete; }
    /// Counts rows, at most `cap`.
    std::int64_t count(std::int64_t cap) const;

private:
    bool translate(const FilterTerm& term);
    bool translate_search(const FilterTerm& term);
    void bind(Query& query) const;
    Connection& m_db;
    const Shape& m_shape;
    std::string m_where = "1";
    std::vector<std::string> m_values;
    bool m_complete = true;
};

inline constexpr std::int64_t about_cap = 2'000'000; ///< a tenth of a second: twice a minute, on a large store

/// Reads rows until `into` is full; returns true if there are more. `read` converts the query's current row. Ends when `enough`.
template <class Row, class Request, class Read, class Enough>
bool fill_page(const ListStatement& statement, std::string_view order, const Request& request, TimePoint now, Read read,
               std::vector<Row>& into, Enough enough)
{
    // One row more shows whether a next page exists; with terms that SQL lacks, rows are read until the page is full.
    const bool bounded = statement.is_complete() && request.limit < 1'000'000'000;
    auto query = statement.rows(order, bounded ? static_cast<std::int64_t>(request.limit) + 1 : std::int64_t{-1});
    while (query.step()) {
        if (enough())
            return false;
        Row row = read(query);
        if (!statement.is_complete()
            && !request.filter.matches([&](std::string_view key) { return filter_field(row, now, key); }))
            continue;
        if (into.size() == request.limit)
            return true;
        into.push_back(std::move(row));
    }
    return false;
}

/// Reads one page of a list.
template <class Row, class Read>
Page<Row> list_page(Connection& db, const Shape& shape, const ListRequest& request, Read read)
{
    Page<Row> page;
    const auto now = db.store_time();
    const ListStatement statement(db, shape, request.filter);
    const auto until = end_of(request);
    page.truncated = fill_page(statement, shape.order, request, now, read, page.rows, [&] {
        page.unfinished = until && std::chrono::steady_clock::now() >= *until;
        return page.unfinished;
    });
    if (page.truncated && statement.is_complete())
        page.about = statement.count(about_cap);
    return page;
}

/// Reads one page in an order of the user's choice. SQLite keeps the first rows of an order only, however many it reads.
template <class Row, class Read>
OrderedPage<Row> list_page(Connection& db, const Shape& shape, const OrderedRequest& request, Read read)
{
    OrderedPage<Row> page;
    const auto now = db.store_time();
    ListStatement statement(db, shape, request.filter);
    const std::string order = statement.order_by(request);
    page.more = fill_page(statement, order, request, now, read, page.rows, [] { return false; });
    return page;
}

// One for each list.
const Shape& lock_shape();
const Shape& task_shape();
const Shape& message_shape();
const Shape& worker_shape();
const Shape& waiter_shape();
const Shape& refusal_shape();
const Shape& audit_shape();
const Shape& draw_shape();

} // namespace lockdesk::sqlite
