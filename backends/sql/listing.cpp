// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/listing.h"

namespace lockdesk::sql {

namespace {

// Narrows a search to rows that may match; the rows are compared by the filter itself.
std::string may_contain(const Link& link, const FilterTerm& term, const KeyedSql& columns)
{
    const auto places = seeks_plain_text(term) ? searched(columns, term.key) : std::vector<std::string_view>();
    const auto contains = [&](std::string_view sql) { return link.contains(link.expand(sql), term.value); };
    return places.empty() ? std::string() : " AND (" + joined(places, contains, " OR ") + ")";
}

} // namespace

std::string conditions(const Link& link, const Filter& filter, const ListColumns& columns, std::string_view state, bool& left)
{
    std::string where = "true";
    for (const auto& term : filter.terms()) {
        const auto sql = term.key == "state" && !state.empty() ? state : sql_of(columns.filters, term.key);
        if (!term.negated && term.op == FilterTerm::Op::equals && !sql.empty()) {
            where += " AND " + link.expand(sql) + " = " + link.literal(term.value);
            continue;
        }
        left = true;
        where += may_contain(link, term, columns.filters);
    }
    return where;
}

std::string order_by(const std::vector<OrderColumn>& order, bool newest_first)
{
    std::string sql;
    for (const auto& one : order)
        sql += (sql.empty() ? "ORDER BY " : ", ") + std::string(one.sql);
    return sql + (newest_first ? " DESC" : "");
}

std::string comes_after(const Link& link, const std::vector<OrderColumn>& order, bool newest_first, const Result& r, int row)
{
    std::string columns;
    std::string values;
    for (const auto& one : order) {
        const char* between = columns.empty() ? "(" : ", ";
        columns += between + std::string(one.sql);
        values +=
            between + (one.is_text ? link.literal(r.text(row, one.column)) : std::to_string(r.number(row, one.column)));
    }
    return columns + ")" + (newest_first ? " < " : " > ") + values + ")";
}

std::string after_mark(const Link& link, const SqlOrder& order, bool descending, const std::string& after)
{
    const auto mark = parse_mark(after);
    if (after.empty() || !mark)
        return {};
    return " AND " + comes_after_sql(order, descending, *mark, [&](const std::string& text) { return link.literal(text); });
}

std::string is_among_first(const Link& link, const std::string& table, const SqlOrder& order, bool descending,
                           const std::string& where, std::size_t limit)
{
    return order.key + " IN (SELECT " + order.key + " FROM " + link.table(table) + " k WHERE " + where + " ORDER BY "
           + order_by_sql(order, descending) + " LIMIT " + std::to_string(limit) + ")";
}

std::optional<std::int64_t> about(Link& link, const std::string& table, const std::string& where, const Filter& filter)
{
    const auto counted = link.run("list_count", {{"table", Sql{table}}, {"where", Sql{where}}, {"cap", counted_rows + 1}},
                                  Effect::read, Use::once);
    if (counted && counted->rows() == 1 && counted->number(0, 1) <= counted_rows)
        return counted->number(0, 1);
    if (!filter.empty())
        return std::nullopt;
    const auto estimated = link.run("list_estimate", {{"table", link.table(table)}}, Effect::read);
    return estimated && estimated->number(0, 1) > 0 ? std::optional(estimated->number(0, 1)) : std::nullopt;
}

} // namespace lockdesk::sql
