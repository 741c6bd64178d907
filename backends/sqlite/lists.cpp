// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/lists.h"

#include "backends/engine/rules/order_sql.h"
#include "backends/engine/text/placeholders.h"

#include <algorithm>

namespace lockdesk::sqlite {

ListStatement::ListStatement(Connection& db, const Shape& shape, const Filter& filter) : m_db(db), m_shape(shape)
{
    for (const FilterTerm& term : filter.terms())
        if (!translate(term))
            m_complete = false;
    m_where = fill_placeholders(m_where, {{"now", db.now_text()}});
}

bool ListStatement::translate(const FilterTerm& term)
{
    if (term.key == "state") {
        const auto found = std::find_if(m_shape.states.begin(), m_shape.states.end(),
                                        [&](const auto& state) { return state.first == term.value; });
        if (term.op != FilterTerm::Op::equals || found == m_shape.states.end())
            return false;
        m_where += term.negated ? " AND NOT coalesce((" : " AND (";
        m_where += found->second;
        m_where += term.negated ? "), 0)" : ")";
        return true;
    }
    if (term.op == FilterTerm::Op::contains && !term.negated && !term.value.empty())
        return translate_search(term);
    const auto column = std::find_if(m_shape.columns.begin(), m_shape.columns.end(),
                                     [&](const auto& entry) { return entry.first == term.key; });
    if (column == m_shape.columns.end() || term.op != FilterTerm::Op::equals)
        return false;
    m_values.push_back(term.value);
    m_where += " AND " + std::string(column->second) + (term.negated ? " IS NOT ?" : " = ?");
    return true;
}

// The filter checks the rows all the same: columns that were written by hand may hold blobs.
bool ListStatement::translate_search(const FilterTerm& term)
{
    std::vector<std::string_view> columns; // several keys may mean the same
    for (const auto& [key, column] : m_shape.columns)
        if ((term.key.empty() || key == term.key) && std::find(columns.begin(), columns.end(), column) == columns.end())
            columns.push_back(column);
    if (columns.empty())
        return false;
    m_where += " AND lockdesk_contains(?";
    for (const std::string_view column : columns)
        m_where += ", " + std::string(column);
    m_where += ")";
    m_values.push_back(term.value);
    return false;
}

void ListStatement::bind(Query& query) const
{
    for (const std::string& value : m_values)
        query.bind(value);
}

std::string ListStatement::order_by(const OrderedRequest& request)
{
    const auto found = std::find_if(m_shape.values.begin(), m_shape.values.end(),
                                    [&](const auto& one) { return one.first == request.order.column; });
    const SqlOrder order{std::string(m_shape.order),
                         std::string(found == m_shape.values.end() ? std::string_view() : found->second)};
    if (const auto mark = parse_mark(request.after); mark && !request.after.empty())
        m_where += " AND " + comes_after_sql(order, request.order.descending, *mark, [this](const std::string& text) {
                       m_values.push_back(text);
                       return "?";
                   });
    return order_by_sql(order, request.order.descending);
}

Query ListStatement::rows(std::string_view order, std::int64_t limit) const
{
    const auto sql = fill_placeholders(m_db.text_of(m_shape.file),
                                       {{"where", m_where}, {"order", order}, {"limit", std::to_string(limit)}});
    auto query = m_db.one_off(sql, m_shape.file);
    bind(query);
    return query;
}

std::int64_t ListStatement::count(std::int64_t cap) const
{
    const auto table = fill_placeholders(m_shape.table, {{"p", m_db.prefix()}});
    const auto sql = fill_placeholders(m_db.text_of("list_count"),
                                       {{"table", table}, {"where", m_where}, {"cap", std::to_string(cap)}});
    auto query = m_db.one_off(sql, m_shape.file);
    bind(query);
    return query.step() ? query.number(0) : 0;
}

const Shape& lock_shape()
{
    static const Shape shape{
        "lock_list",
        "locks",
        "name",
        {{"name", "name"}, {"id", "name"}, {"owner", "owner"}},
        {{"free", "ifnull(owner, '') = '' AND ifnull(cooling_until, 0) <= {now}"},
         {"cooling", "ifnull(owner, '') = '' AND cooling_until > {now}"},
         {"expired", "owner <> '' AND expires_at <= {now}"},
         {"closing", "owner <> '' AND expires_at > {now} AND expires_at - {now} <= lease_us / 3"},
         {"held",
          "owner <> '' AND (expires_at IS NULL OR (expires_at > {now} AND ifnull(expires_at - {now} > lease_us / 3, 1)))"}},
        {{"name", ""},
         {"owner", "nullif(owner, '')"},
         {"token", "ifnull(token, 0)"},
         {"acquired", "acquired_at"},
         {"expires", "CASE WHEN owner <> '' THEN expires_at END"},
         {"renewals", "ifnull(renewals, 0)"}}};
    return shape;
}

const Shape& task_shape()
{
    static const Shape shape{
        "task_list",
        "tasks t LEFT JOIN {p}task_rules r ON r.kind = t.kind AND r.phase = t.phase",
        "t.id",
        {{"id", "t.id"},
         {"name", "t.id"},
         {"owner", "t.owner"},
         {"kind", "t.kind"},
         {"phase", "t.phase"},
         {"claim", "t.claim_id"}},
        {{"held", "t.owner <> '' AND ifnull(t.locked_at, 0) >= {now} - ifnull(r.lock_timeout_us, 30000000)"},
         {"expired", "t.owner <> '' AND ifnull(t.locked_at, 0) < {now} - ifnull(r.lock_timeout_us, 30000000)"},
         {"waiting", "ifnull(t.owner, '') = '' AND ifnull(t.locked_at, 0) >= {now} - ifnull(r.lock_timeout_us, 30000000) "
                     "AND NOT (ifnull(t.failures, 0) > 0 AND ifnull(t.locked_at, 0) >= 9000000000000000) "
                     "AND ifnull(r.lock_timeout_us, 0) < 9000000000000000"},
         {"done", "ifnull(t.owner, '') = '' AND ifnull(t.locked_at, 0) >= {now} - r.lock_timeout_us "
                  "AND NOT (ifnull(t.failures, 0) > 0 AND ifnull(t.locked_at, 0) >= 9000000000000000) "
                  "AND r.lock_timeout_us >= 9000000000000000"},
         {"failed", "ifnull(t.owner, '') = '' AND ifnull(t.failures, 0) > 0 AND ifnull(t.locked_at, 0) >= 9000000000000000"},
         {"due", "ifnull(t.owner, '') = '' AND ifnull(t.locked_at, 0) < {now} - ifnull(r.lock_timeout_us, 30000000)"}},
        {{"id", ""},
         {"kind", "nullif(t.kind, '')"},
         {"phase", "nullif(t.phase, '')"},
         {"owner", "nullif(t.owner, '')"},
         {"token", "ifnull(t.token, 0)"},
         {"locked", "nullif(t.locked_at, 0)"},
         {"updated", "ifnull(t.updated_at, 0)"},
         {"claims", "ifnull(t.claims, 0)"},
         {"takeovers", "ifnull(t.takeovers, 0)"},
         {"failures", "ifnull(t.failures, 0)"}}};
    return shape;
}

const Shape& message_shape()
{
    static const Shape shape{"outbox_list",
                             "outbox",
                             "seq",
                             {{"id", "id"}, {"name", "id"}, {"owner", "owner"}, {"topic", "topic"}, {"claim", "claim_id"}},
                             {{"pending", "state = 'pending' OR (state = 'sending' AND ifnull(lease_until, 0) <= {now})"},
                              {"sending", "state = 'sending' AND lease_until > {now}"},
                              {"sent", "state = 'sent'"},
                              {"dead", "state = 'dead'"}}};
    return shape;
}

const Shape& worker_shape()
{
    static const Shape shape{
        "worker_list", "workers", "id", {{"id", "id"}, {"name", "id"}, {"owner", "id"}, {"kind", "kinds"}}, {}};
    return shape;
}

const Shape& waiter_shape()
{
    static const Shape shape{
        "wait_list", "waiters", "name, since, owner", {{"name", "name"}, {"id", "name"}, {"owner", "owner"}}, {}};
    return shape;
}

const Shape& refusal_shape()
{
    static const Shape shape{
        "refusal_list", "refusals", "seq DESC", {{"name", "resource"}, {"id", "resource"}, {"owner", "who"}}, {}};
    return shape;
}

const Shape& audit_shape()
{
    static const Shape shape{"audit_list",
                             "audit",
                             "seq DESC",
                             {{"name", "key"}, {"id", "key"}, {"owner", "who"}, {"kind", "action"}, {"state", "result"}},
                             {}};
    return shape;
}

const Shape& draw_shape()
{
    static const Shape shape{
        "draw_list", "draw_entries", "seq", {{"name", "event"}, {"id", "person"}, {"owner", "person"}}, {}};
    return shape;
}

} // namespace lockdesk::sqlite
