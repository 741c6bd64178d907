// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/placeholders.h"
#include "backends/postgres/link.h"
#include "backends/postgres/params.h"

#include <algorithm>
#include <vector>

namespace lockdesk::postgres {

/// How rows of a kind are listed: in the order of their key, page by page, the equalities that an SQL expression knows in
/// the statement and the rest of the filter here.
template <class Row> struct Listing
{
    std::string statement; ///< with {where} {order} {limit}, rows as `k`
    std::string table;     ///< for an estimate
    std::string order;     ///< columns, unique together; empty: few rows, and none of the limit's business
    std::string compare;   ///< the same for a comparison
    bool newest_first = false;
    /// Filter key and SQL expression (of text) that is equal to filter_field of it.
    std::vector<std::pair<std::string_view, std::string>> equalities;
    Row (*decode)(const Result&, int row);
    /// The key of a row as an SQL literal.
    std::string (*key_literal)(const Result&, int row);
    std::string relation{}; ///< for {table}, where the table's name is an option
};

inline constexpr std::size_t rows_of_a_page = 5000;

/// The conditions that the statement can check itself, with AND in front; `left`: some terms could not be written so.
inline std::string conditions(const Filter& filter, const std::vector<std::pair<std::string_view, std::string>>& equalities,
                              bool& left)
{
    std::string where = "true";
    for (const auto& term : filter.terms()) {
        const auto found =
            std::find_if(equalities.begin(), equalities.end(), [&](const auto& e) { return e.first == term.key; });
        if (term.negated || term.op != FilterTerm::Op::equals || found == equalities.end())
            left = true;
        else
            where += " AND " + found->second + " = " + literal(term.value);
    }
    return where;
}

inline std::optional<std::int64_t> estimate(Link& link, const std::string& table)
{
    Params params;
    params.text(table);
    const auto answer = link.run("estimate", params, Effect::read);
    if (!answer || answer->rows() == 0 || answer->number(0, 1) <= 0)
        return std::nullopt;
    return answer->number(0, 1);
}

/// So many rows are counted; of more there is an estimate.
inline constexpr std::int64_t counted_rows = 10'000;

/// How many rows there are in all: counted, as far as the statement knows the whole condition.
template <class Row>
std::optional<std::int64_t> about(Link& link, const Listing<Row>& how, const std::string& where, const Filter& filter)
{
    if (how.table.empty())
        return std::nullopt;
    const auto sql = "SELECT lockdesk_stamp(), (SELECT count(*) FROM (SELECT 1 FROM " + how.table + " k WHERE " + where
                     + " LIMIT " + std::to_string(counted_rows + 1) + ") c)";
    const auto counted = link.run_once(how.statement, sql, {}, Effect::read);
    if (counted && counted->rows() == 1 && counted->number(0, 1) <= counted_rows)
        return counted->number(0, 1);
    return filter.empty() ? estimate(link, how.table) : std::nullopt;
}

template <class Row> Answer<Page<Row>> list_rows(Link& link, const Listing<Row>& how, const ListRequest& request)
{
    bool left = false;
    const std::string where = conditions(request.filter, how.equalities, left);
    const std::size_t page_size = left ? std::max(rows_of_a_page, request.limit + 1) : request.limit + 1;
    const std::string text = statement_text(how.statement);
    Page<Row> page;
    std::optional<TimePoint> now;
    std::string after;
    for (bool more = true; more;) {
        const auto sql = fill_placeholders(
            text, {{"where", where + after},
                   {"table", how.relation},
                   {"order", how.order.empty() ? "" : "ORDER BY " + how.order + (how.newest_first ? " DESC" : "")},
                   {"limit", how.order.empty() ? "" : "LIMIT " + std::to_string(page_size)}});
        auto answer = link.run_once(how.statement, sql, {}, Effect::read);
        if (!answer)
            return answer.failure();
        now = answer.store_time();
        more = left && !how.order.empty() && static_cast<std::size_t>(answer->rows()) == page_size;
        for (int i = 0; i < answer->rows(); ++i) {
            if (answer->is_null(i, 1))
                break;
            Row row = how.decode(*answer, i);
            if (i + 1 == answer->rows())
                after = " AND " + how.compare + (how.newest_first ? " < " : " > ") + how.key_literal(*answer, i);
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

} // namespace lockdesk::postgres
