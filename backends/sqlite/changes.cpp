// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/concerns.h"

#include "backends/sqlite/rows.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <sqlite3.h>

namespace lockdesk::sqlite {

namespace {

/// Change numbers come from one row that every writing transaction raises, and SQLite has one writer at a time: once a
/// reader sees a number, no smaller one appears later.
class SqliteChanges final : public Changes
{
public:
    explicit SqliteChanges(Connection& db) : m_db(db) {}
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override;

private:
    /// False: more rows than the limit changed.
    bool read_changed(ChangeBatch& batch, std::int64_t after, Entities what, std::int64_t limit);
    bool read_removed(ChangeBatch& batch, std::int64_t after, Entities what, std::int64_t limit);
    void read_all(ChangeBatch& batch, Entities what, std::int64_t limit);
    void read_logs(ChangeBatch& batch, std::int64_t after, Entities what, std::int64_t limit);
    Connection& m_db;
};

constexpr std::size_t largest_limit = 1'000'000'000;
constexpr std::size_t many_rows = 10'000;

/// `epoch:number`; the epoch distinguishes a schema from its predecessor, whose numbers are void.
struct Place
{
    std::int64_t epoch = 0;
    std::int64_t number = -1;
};

Place place_of(const ChangeCursor& cursor)
{
    Place place;
    const char* end = cursor.text.data() + cursor.text.size();
    const auto epoch = std::from_chars(cursor.text.data(), end, place.epoch);
    if (epoch.ec != std::errc{} || epoch.ptr == end || *epoch.ptr != ':')
        return {};
    const auto number = std::from_chars(epoch.ptr + 1, end, place.number);
    return number.ec == std::errc{} && number.ptr == end ? place : Place{};
}

Entity entity_of(const std::string& name)
{
    for (const auto entity : {Entity::lock, Entity::task, Entity::message, Entity::worker})
        if (name == word(entity))
            return entity;
    return Entity::waiter;
}

/// Reads up to `limit` rows. Returns true if more exist.
template <class Rows, class Read> bool read_up_to(Query query, std::int64_t after, std::int64_t limit, Rows& rows, Read read)
{
    query.bind(after).bind(limit + 1);
    while (query.step()) {
        if (static_cast<std::int64_t>(rows.size()) == limit)
            return true;
        rows.push_back(read(query));
    }
    return false;
}

/// The same for a snapshot of locks or tasks.
template <class Row, class Read>
bool read_all_of(Query query, std::int64_t limit, ChangeBatch& batch, std::vector<Row>& rows, KnownRows* known, Read read)
{
    query.bind(std::int64_t{-1}).bind(limit + 1);
    while (query.step()) {
        if (static_cast<std::int64_t>(batch.read_of(rows)) == limit)
            return true;
        batch.add(read(query), static_cast<std::size_t>(limit), known);
    }
    return false;
}

LockRow lock_row(const Query& q) { return read_lock(q, Raw::doubtful); }
TaskRow task_row(const Query& q) { return read_listed_task(q, Raw::doubtful); }
WorkerRow worker_row(const Query& q) { return read_worker(q, Raw::doubtful); }

template <class Rows, class Key> void forget_reborn(std::vector<GoneRow>& gone, Entity entity, const Rows& rows, Key key)
{
    std::set<std::string_view> alive;
    for (const auto& row : rows)
        alive.insert(row.*key);
    std::erase_if(gone, [&](const GoneRow& g) { return g.entity == entity && alive.contains(g.key); });
}

} // namespace

Answer<ChangeBatch> SqliteChanges::since(const ChangeCursor& cursor, Entities what, std::size_t most)
{
    const auto limit = static_cast<std::int64_t>(std::min(most, largest_limit));
    auto answer = m_db.run<ChangeBatch>(Mode::snapshot, [&] {
        std::int64_t newest = 0, pruned = 0, epoch = 0;
        {
            auto stamp = m_db.query("stamp_read");
            if (!stamp.step())
                throw StoreError{missing_schema(m_db.path(), m_db.schema_hint())};
            newest = stamp.number(0);
            pruned = stamp.number(1);
            epoch = stamp.number(2);
        }
        const Place place = place_of(cursor);
        const bool known = place.epoch == epoch && place.number >= pruned && place.number <= newest;
        ChangeBatch batch;
        if (!known || (place.number < newest && !read_changed(batch, place.number, what, limit))) {
            batch = {};
            read_all(batch, what, limit);
        }
        if (what.has(Entity::waiter))
            read_up_to(m_db.query("wait_list#all"), 0, limit, batch.waiters, read_waiter);
        batch.next.text = std::to_string(epoch) + ":" + std::to_string(newest);
        return batch;
    });
    if (answer && answer->rows() > many_rows) // its pages are of no use until everything is read again
        sqlite3_db_release_memory(m_db.handle("changes"));
    return answer;
}

bool SqliteChanges::read_changed(ChangeBatch& batch, std::int64_t after, Entities what, std::int64_t limit)
{
    bool more = false;
    if (what.has(Entity::lock))
        more |= read_up_to(m_db.query("lock_list#since"), after, limit, batch.locks, lock_row);
    if (what.has(Entity::task))
        more |= read_up_to(m_db.query("task_list#since"), after, limit, batch.tasks, task_row);
    if (what.has(Entity::worker))
        more |= read_up_to(m_db.query("worker_list#since"), after, limit, batch.workers, worker_row);
    if (what.has(Entity::message)) {
        std::vector<MessageRow> messages;
        more |= read_up_to(m_db.query("outbox_list#since"), after, limit, messages,
                           [&](const Query& q) { return read_message(q, m_db.store_time(), Raw::doubtful); });
        for (MessageRow& m : messages) {
            if (m.state == MessageState::sent)
                batch.gone.push_back({Entity::message, std::move(m.id)});
            else
                batch.messages.push_back(std::move(m));
        }
    }
    if (more || !read_removed(batch, after, what, limit))
        return false;
    read_logs(batch, after, what, limit);
    return true;
}

bool SqliteChanges::read_removed(ChangeBatch& batch, std::int64_t after, Entities what, std::int64_t limit)
{
    std::vector<GoneRow> removed;
    if (read_up_to(m_db.query("removed_list"), after, limit, removed, [](const Query& q) {
            return GoneRow{entity_of(q.text(1)), q.text(2)};
        }))
        return false;
    std::erase_if(removed, [&](const GoneRow& g) { return !what.has(g.entity); });
    // Removed and created again since: present.
    forget_reborn(removed, Entity::lock, batch.locks, &LockRow::name);
    forget_reborn(removed, Entity::task, batch.tasks, &TaskRow::id);
    forget_reborn(removed, Entity::message, batch.messages, &MessageRow::id);
    forget_reborn(removed, Entity::worker, batch.workers, &WorkerRow::id);
    std::move(removed.begin(), removed.end(), std::back_inserter(batch.gone));
    return true;
}

void SqliteChanges::read_all(ChangeBatch& batch, Entities what, std::int64_t limit)
{
    batch.snapshot = true;
    KnownRows* const same = known(what);
    if (same != nullptr)
        same->begin(); // this may be a second try
    const auto note = [&](Entity entity, bool more) {
        if (more)
            batch.truncated = batch.truncated | entity;
    };
    if (what.has(Entity::lock))
        note(Entity::lock, read_all_of(m_db.query("lock_list#latest"), limit, batch, batch.locks, same, lock_row));
    if (what.has(Entity::task))
        note(Entity::task, read_all_of(m_db.query("task_list#latest"), limit, batch, batch.tasks, same, task_row));
    if (what.has(Entity::worker))
        note(Entity::worker, read_up_to(m_db.query("worker_list#latest"), -1, limit, batch.workers, worker_row));
    if (what.has(Entity::message))
        for (const auto* variant : {"outbox_list#sending", "outbox_list#dead", "outbox_list#pending"})
            note(Entity::message, read_up_to(m_db.query(variant), -1, limit, batch.messages, [&](const Query& q) {
                     return read_message(q, m_db.store_time(), Raw::doubtful);
                 }));
    read_logs(batch, -1, what, limit);
}

void SqliteChanges::read_logs(ChangeBatch& batch, std::int64_t after, Entities what, std::int64_t limit)
{
    // Newest first, down to the cursor: both tables only grow, so neither needs an index on its number.
    const auto read_newest = [&](std::string_view variant, auto& rows, auto read) {
        auto query = m_db.query(variant);
        query.bind(limit);
        while (query.step()) {
            std::int64_t change = 0;
            auto row = read(query, &change);
            if (change <= after)
                break;
            rows.push_back(std::move(row));
        }
    };
    if (what.has(Entity::refusal))
        read_newest("refusal_list#newest", batch.refusals, read_refusal);
    if (what.has(Entity::audit))
        read_newest("audit_list#newest", batch.audit, read_audit);
}

std::unique_ptr<Changes> make_changes(Connection& db)
{
    return std::make_unique<SqliteChanges>(db);
}

} // namespace lockdesk::sqlite
