// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/changes.h"

#include "backends/postgres/link.h"
#include "backends/sql/rows.h"

#include <algorithm>
#include <set>

namespace lockdesk::postgres {

/// Every row carries the id of the transaction that wrote it last, and the cursor is the snapshot of the last poll: rows
/// that this snapshot did not see are new, however long their transaction was open.
class PostgresChanges final : public Changes
{
public:
    explicit PostgresChanges(sql::Link& link) : m_link(link) {}
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override;

private:
    struct Look;
    Answer<Done> read_rows(const Look& look, Entities what, ChangeBatch& batch);
    Answer<Done> read_news(const Look& look, Entities what, ChangeBatch& batch);
    Answer<Done> read_gone(const Look& look, Entities what, ChangeBatch& batch);
    Answer<Reply> read(const Look& look, const char* statement, const std::string& also, const std::string& order);

    sql::Link& m_link;
};

namespace {

// "incarnation/snapshot": a cursor of another installation of the schema is void. A standby server does not list the
// transactions in progress; there the snapshot ends where the oldest of them begins.
struct Cursor
{
    std::string incarnation;
    std::string snapshot; ///< xmin:xmax:list
    [[nodiscard]] std::string xmin() const { return snapshot.substr(0, snapshot.find(':')); }
    [[nodiscard]] std::string xmax() const
    {
        return snapshot.substr(xmin().size() + 1, snapshot.rfind(':') - xmin().size() - 1);
    }
};

std::optional<Cursor> parse(const std::string& text)
{
    const auto slash = text.find('/');
    if (slash == std::string::npos)
        return std::nullopt;
    Cursor cursor{text.substr(0, slash), text.substr(slash + 1)};
    const bool plain = cursor.snapshot.find_first_not_of("0123456789:,") == std::string::npos
                       && std::count(cursor.snapshot.begin(), cursor.snapshot.end(), ':') == 2
                       && cursor.snapshot.front() != ':';
    return plain ? std::optional(cursor) : std::nullopt;
}

const std::string is_new = "k.changed >= $1::xid8 AND k.changed < $2::xid8 "
                           "AND NOT pg_visible_in_snapshot(k.changed, $3::pg_snapshot)";

std::uint64_t transaction(std::string_view text)
{
    std::uint64_t number = 0;
    for (const char c : text)
        number = number * 10 + static_cast<std::uint64_t>(c - '0');
    return number;
}

template <class Row>
bool take(const Result& result, std::vector<Row>& rows, std::size_t limit, Row (*decode)(const Result&, int))
{
    for (int i = 0; i < result.rows(); ++i) {
        if (result.is_null(i, 1))
            continue;
        if (rows.size() == limit)
            return false;
        rows.push_back(decode(result, i));
    }
    return true;
}

} // namespace

struct PostgresChanges::Look
{
    bool news = false; ///< else a snapshot
    std::size_t limit = 0;
    Values since; ///< xmin, this snapshot's xmax, the last snapshot
};

Answer<Reply> PostgresChanges::read(const Look& look, const char* statement, const std::string& also,
                                     const std::string& order)
{
    Values values = look.since;
    values.sql("where", (look.news ? is_new : std::string("true")) + also).sql("order", order);
    values.sql("limit", "LIMIT " + std::to_string(look.limit + 1));
    return m_link.run(statement, values, Effect::read);
}

Answer<ChangeBatch> PostgresChanges::since(const ChangeCursor& cursor, Entities what, std::size_t limit)
{
    const auto head = m_link.run("changes_head", {}, Effect::read);
    if (!head)
        return head.failure();
    const std::string snapshot(head->text(0, 1));
    const std::string incarnation(head->text(0, 3));
    auto from = parse(cursor.text);
    // Each server numbers its transactions, and a restored dump keeps the numbers of another one: a cursor beyond this
    // snapshot comes from there, and so does a floor, which is then void.
    const auto next_transaction = transaction(head->text(0, 2));
    const auto told_floor = transaction(head->text(0, 4));
    const auto floor = told_floor < next_transaction ? told_floor : 0;
    if (from
        && (from->incarnation != incarnation || transaction(from->xmin()) <= floor
            || transaction(from->xmax()) > next_transaction))
        from.reset();

    ChangeBatch batch;
    batch.next.text = incarnation + "/" + snapshot;
    batch.snapshot = !from;
    Look look;
    look.limit = limit;
    // A stamp beyond this snapshot comes from another server (a restored dump) and is void.
    look.news = from.has_value();
    if (from)
        look.since.text("xmin", from->xmin()).text("xmax", head->text(0, 2)).text("snapshot", from->snapshot);
    for (const auto step : {&PostgresChanges::read_rows, &PostgresChanges::read_news, &PostgresChanges::read_gone})
        if (const auto done = (this->*step)(look, what, batch); !done)
            return done.failure();
    // More changes than a batch may hold: a full snapshot is more useful than a part of them.
    if (from && !(batch.truncated == Entities{}))
        return since({}, what, limit);
    return {std::move(batch), head.store_time()};
}

Answer<Done> PostgresChanges::read_rows(const Look& look, Entities what, ChangeBatch& batch)
{
    const auto fetch = [&](Entity entity, const char* statement, const std::string& also, auto& rows,
                           auto decode) -> Answer<Done> {
        if (!what.has(entity))
            return Done{};
        const auto result = read(look, statement, also, "");
        if (!result)
            return result.failure();
        if (!take(*result, rows, look.limit, decode))
            batch.truncated = batch.truncated | entity;
        return Done{};
    };
    auto done = fetch(
        Entity::lock, "lock_list", "", batch.locks, +[](const Result& r, int row) { return sql::lock_row(r, row); });
    if (done)
        done = fetch(
            Entity::task, "task_list", "", batch.tasks,
            +[](const Result& r, int row) { return sql::task_row(r, row); });
    if (done)
        done = fetch(
            Entity::message, "outbox_list", batch.snapshot ? " AND k.state IS DISTINCT FROM 'sent'" : "", batch.messages,
            +[](const Result& r, int row) { return sql::message_row(r, row); });
    if (done)
        done = fetch(
            Entity::worker, "worker_list", "", batch.workers, +[](const Result& r, int row) { return sql::worker_row(r, row); });
    std::erase_if(batch.messages, [&](const MessageRow& row) {
        if (row.state == MessageState::sent)
            batch.gone.push_back({Entity::message, row.id});
        return row.state == MessageState::sent;
    });
    return done;
}

// Waiters are few and always read in full; refusals and audit come newest first.
Answer<Done> PostgresChanges::read_news(const Look& look, Entities what, ChangeBatch& batch)
{
    if (what.has(Entity::waiter)) {
        const auto result = read({false, look.limit, {}}, "wait_list", "", "");
        if (!result)
            return result.failure();
        if (!take(
                *result, batch.waiters, look.limit, +[](const Result& r, int row) { return sql::waiter_row(r, row); }))
            batch.truncated = batch.truncated | Entity::waiter;
    }
    if (what.has(Entity::refusal)) {
        const auto result = read(look, "refusal_list", "", "ORDER BY k.seq DESC");
        if (!result)
            return result.failure();
        if (!take(
                *result, batch.refusals, look.limit, +[](const Result& r, int row) { return sql::refusal_row(r, row); })
            && batch.snapshot)
            batch.truncated = batch.truncated | Entity::refusal;
    }
    if (what.has(Entity::audit)) {
        const auto result = read(look, "audit_list", "", "ORDER BY k.seq DESC");
        if (!result)
            return result.failure();
        if (!take(
                *result, batch.audit, look.limit, +[](const Result& r, int row) { return sql::audit_row(r, row); })
            && batch.snapshot)
            batch.truncated = batch.truncated | Entity::audit;
    }
    return Done{};
}

// Read last: a removal outweighs a row that an earlier statement of this batch still saw.
Answer<Done> PostgresChanges::read_gone(const Look& look, Entities what, ChangeBatch& batch)
{
    if (!look.news)
        return Done{};
    Values values = look.since;
    const auto result = m_link.run("changes_removed", values.sql("where", is_new), Effect::read);
    if (!result)
        return result.failure();
    std::set<std::string, std::less<>> locks, tasks, messages, workers;
    for (int i = 0; i < result->rows(); ++i) {
        for (const auto& [entity, keys] : {std::pair{Entity::lock, &locks},
                                           {Entity::task, &tasks},
                                           {Entity::message, &messages},
                                           {Entity::worker, &workers}}) {
            if (result->text(i, 1) != word(entity) || !what.has(entity))
                continue;
            batch.gone.push_back({entity, std::string(result->text(i, 2))});
            keys->insert(std::string(result->text(i, 2)));
        }
    }
    std::erase_if(batch.locks, [&](const LockRow& row) { return locks.contains(row.name); });
    std::erase_if(batch.tasks, [&](const TaskRow& row) { return tasks.contains(row.id); });
    std::erase_if(batch.messages, [&](const MessageRow& row) { return messages.contains(row.id); });
    std::erase_if(batch.workers, [&](const WorkerRow& row) { return workers.contains(row.id); });
    return Done{};
}

std::unique_ptr<Changes> make_changes(sql::Link& link) { return std::make_unique<PostgresChanges>(link); }

} // namespace lockdesk::postgres
