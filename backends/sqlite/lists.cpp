// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/lists.h"

#include "backends/engine/text/placeholders.h"

namespace lockdesk::sqlite {

ListStatement::ListStatement(Connection& db, const Shape& shape, const Filter& filter) : m_db(db), m_shape(shape)
{
    for (const FilterTerm& term : filter.terms())
        if (!translate(term))
            m_complete = false;
    m_where = fill_placeholders(m_where, {{"now", db.now_text()}, {"audit_key", "k.key"}});
}

bool ListStatement::translate(const FilterTerm& term)
{
    if (term.key == "state" && !m_shape.states.empty()) {
        const auto state = sql_of(m_shape.states, term.value);
        if (term.op != FilterTerm::Op::equals || state.empty())
            return false;
        m_where += term.negated ? " AND NOT coalesce((" : " AND (";
        m_where += state;
        m_where += term.negated ? "), 0)" : ")";
        return true;
    }
    if (term.op == FilterTerm::Op::contains && !term.negated && !term.value.empty())
        return translate_search(term);
    const auto column = sql_of(m_shape.columns.filters, term.key);
    if (column.empty() || term.op != FilterTerm::Op::equals)
        return false;
    m_values.push_back(term.value);
    m_where += " AND " + std::string(column) + (term.negated ? " IS NOT ?" : " = ?");
    return true;
}

// The filter checks the rows all the same: columns that were written by hand may hold blobs.
bool ListStatement::translate_search(const FilterTerm& term)
{
    const auto columns = searched(m_shape.columns.filters, term.key);
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
    const SqlOrder order{std::string(m_shape.order), std::string(sql_of(m_shape.columns.orders, request.order.column))};
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
        "locks k",
        "k.name",
        list_columns(static_cast<const LockRow*>(nullptr)),
        {{"free", "ifnull(owner, '') = '' AND ifnull(cooling_until, 0) <= {now}"},
         {"cooling", "ifnull(owner, '') = '' AND cooling_until > {now}"},
         {"expired", "owner <> '' AND expires_at <= {now}"},
         {"closing", "owner <> '' AND expires_at > {now} AND expires_at - {now} <= lease_us / 3"},
         {"held",
          "owner <> '' AND (expires_at IS NULL OR (expires_at > {now} AND ifnull(expires_at - {now} > lease_us / 3, 1)))"}}};
    return shape;
}

const Shape& task_shape()
{
    static const Shape shape{
        "task_list",
        "tasks k LEFT JOIN {p}task_rules r ON r.kind = k.kind AND r.phase = k.phase",
        "k.id",
        list_columns(static_cast<const TaskRow*>(nullptr)),
        {{"held", "k.owner <> '' AND ifnull(k.locked_at, 0) >= {now} - ifnull(r.lock_timeout_us, 30000000)"},
         {"expired", "k.owner <> '' AND ifnull(k.locked_at, 0) < {now} - ifnull(r.lock_timeout_us, 30000000)"},
         {"waiting", "ifnull(k.owner, '') = '' AND ifnull(k.locked_at, 0) >= {now} - ifnull(r.lock_timeout_us, 30000000) "
                     "AND NOT (ifnull(k.failures, 0) > 0 AND ifnull(k.locked_at, 0) >= 9000000000000000) "
                     "AND ifnull(r.lock_timeout_us, 0) < 9000000000000000"},
         {"done", "ifnull(k.owner, '') = '' AND ifnull(k.locked_at, 0) >= {now} - r.lock_timeout_us "
                  "AND NOT (ifnull(k.failures, 0) > 0 AND ifnull(k.locked_at, 0) >= 9000000000000000) "
                  "AND r.lock_timeout_us >= 9000000000000000"},
         {"failed", "ifnull(k.owner, '') = '' AND ifnull(k.failures, 0) > 0 AND ifnull(k.locked_at, 0) >= 9000000000000000"},
         {"due", "ifnull(k.owner, '') = '' AND ifnull(k.locked_at, 0) < {now} - ifnull(r.lock_timeout_us, 30000000)"}}};
    return shape;
}

const Shape& message_shape()
{
    static const Shape shape{"outbox_list",
                             "outbox k",
                             "k.seq",
                             list_columns(static_cast<const MessageRow*>(nullptr)),
                             {{"pending", "state = 'pending' OR (state = 'sending' AND ifnull(lease_until, 0) <= {now})"},
                              {"sending", "state = 'sending' AND lease_until > {now}"},
                              {"sent", "state = 'sent'"},
                              {"dead", "state = 'dead'"}}};
    return shape;
}

const Shape& worker_shape()
{
    static const Shape shape{"worker_list", "workers k", "k.id", list_columns(static_cast<const WorkerRow*>(nullptr))};
    return shape;
}

const Shape& waiter_shape()
{
    static const Shape shape{"wait_list", "waiters k", "k.name, k.since, k.owner",
                             list_columns(static_cast<const WaiterRow*>(nullptr))};
    return shape;
}

const Shape& refusal_shape()
{
    static const Shape shape{"refusal_list", "refusals k", "k.seq DESC", list_columns(static_cast<const FenceRow*>(nullptr))};
    return shape;
}

const Shape& audit_shape()
{
    static const Shape shape{"audit_list", "audit k", "k.seq DESC", list_columns(static_cast<const AuditRow*>(nullptr))};
    return shape;
}

const Shape& draw_shape()
{
    static const Shape shape{"draw_list", "draw_entries k", "k.seq", list_columns(static_cast<const DrawEntry*>(nullptr))};
    return shape;
}

} // namespace lockdesk::sqlite
