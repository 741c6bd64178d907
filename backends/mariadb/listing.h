// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/link.h"

#include <algorithm>
#include <vector>

namespace lockdesk::mariadb {

/// How rows of a kind are listed: in the order of their key, page by page, the equalities that an SQL expression knows in
/// the statement and the rest of the filter here.
template <class Row> struct Listing
{
    std::string statement; ///< with {where} {order} {limit}, rows as `k`
    std::string table;     ///< without the prefix; for an estimate
    std::string order;     ///< columns, unique together; empty: few rows, and none of the limit's business
    std::string compare;   ///< the same for a comparison
    bool newest_first = false;
    /// Filter key and SQL expression (of text) that is equal to filter_field of it.
    std::vector<std::pair<std::string_view, std::string>> equalities;
    Row (*decode)(const Result&, int row);
    /// The key of a row as an SQL literal.
    std::string (*key_literal)(const Result&, int row);
    std::string relation{}; ///< for {table}, where the table's name is an option
    Values more{};          ///< and what else depends on it
};

inline constexpr std::size_t rows_of_a_page = 5000;

/// The conditions that the statement can check itself, with AND in front; `left`: some terms could not be written so.
inline std::string conditions(Link& link, const Filter& filter,
                              const std::vector<std::pair<std::string_view, std::string>>& equalities, bool& left)
{
    std::string where = "true";
    for (const auto& term : filter.terms()) {
        const auto found =
            std::find_if(equalities.begin(), equalities.end(), [&](const auto& e) { return e.first == term.key; });
        if (term.negated || term.op != FilterTerm::Op::equals || found == equalities.end())
            left = true;
        else
            where += " AND " + link.expand(found->second) + " = " + literal(term.value);
    }
    return where;
}

inline std::optional<std::int64_t> estimate(Link& link, const std::string& table)
{
    Values values;
    values.text("table", table_prefix(link.options().sandbox) + table);
    const auto answer = link.run("estimate", values, Effect::read);
    if (!answer || answer->last().number(0, 1) <= 0)
        return std::nullopt;
    return answer->last().number(0, 1);
}

/// So many rows are counted; of more there is an estimate.
inline constexpr std::int64_t counted_rows = 10'000;

/// How many rows there are in all: counted, as far as the statement knows the whole condition.
template <class Row>
std::optional<std::int64_t> about(Link& link, const Listing<Row>& how, const std::string& where, const Filter& filter)
{
    if (how.table.empty())
        return std::nullopt;
    Values values;
    values.sql("table", how.table).sql("where", where).number("cap", counted_rows + 1);
    const auto counted = link.run("count", values, Effect::read);
    if (counted && counted->last().number(0, 1) <= counted_rows)
        return counted->last().number(0, 1);
    return filter.empty() ? estimate(link, how.table) : std::nullopt;
}

template <class Row> Answer<Page<Row>> list_rows(Link& link, const Listing<Row>& how, const ListRequest& request)
{
    bool left = false;
    const std::string where = conditions(link, request.filter, how.equalities, left);
    const std::size_t page_size = left ? std::max(rows_of_a_page, request.limit + 1) : request.limit + 1;
    Page<Row> page;
    std::optional<TimePoint> now;
    std::string after;
    for (bool more = true; more;) {
        Values values = how.more;
        values.sql("where", where + after).sql("table", how.relation);
        if (!how.order.empty())
            values.sql("order", "ORDER BY " + how.order + (how.newest_first ? " DESC" : ""))
                .sql("limit", "LIMIT " + std::to_string(page_size));
        const auto answer = link.run(how.statement, values, Effect::read);
        if (!answer)
            return answer.failure();
        const Result& rows = answer->last();
        now = answer.store_time();
        more = left && !how.order.empty() && static_cast<std::size_t>(rows.rows()) == page_size;
        for (int i = 0; i < rows.rows(); ++i) {
            Row row = how.decode(rows, i);
            if (i + 1 == rows.rows())
                after = " AND " + how.compare + (how.newest_first ? " < " : " > ") + how.key_literal(rows, i);
            if (!request.filter.matches(
                    [&](std::string_view key) { return filter_field(row, now.value_or(TimePoint{}), key); }))
                continue;
            if (page.rows.size() == request.limit) {
                page.truncated = true;
                more = false;
                break;
            }
            page.rows.push_back(std::move(row));
        }
    }
    if (page.truncated && !left)
        page.about = about(link, how, where, request.filter);
    return {std::move(page), now};
}

} // namespace lockdesk::mariadb
