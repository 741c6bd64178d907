// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/changes.h"

#include "backends/mongodb/listing.h"

#include <algorithm>
#include <charconv>

namespace lockdesk::mongodb {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

struct Kept
{
    Entity entity;
    const char* collection;
};
constexpr std::array<Kept, 4> kept{{{Entity::lock, "locks"}, {Entity::task, "tasks"}, {Entity::message, "outbox"}, {Entity::worker, "workers"}}};

// How long after its stamp a change may become visible without being missed until the next snapshot.
constexpr std::int64_t window_us = 5'000'000;
// A cursor that is older than the tombstones may have missed some: they go after an hour.
constexpr std::int64_t oldest_us = 1'800'000'000;
constexpr auto snapshot_every = 10s;
constexpr auto snapshot_cost_per_row = 300us;
constexpr std::int64_t most_keys = 200'000;

Bson since_stamp(std::int64_t stamp) { return Bson().doc("changed_at", Bson().whole("$gte", stamp)); }
Bson by_stamp(std::int64_t direction) { return Bson().whole("changed_at", direction).whole("_id", direction); }

std::optional<std::int64_t> number_of(std::string_view text)
{
    std::int64_t n = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), n);
    return parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size() ? std::optional(n) : std::nullopt;
}

} // namespace

/// `epoch of the schema/stamps up to which locks, tasks, messages, workers and the rest were read`
struct MongoChanges::Position
{
    std::string epoch;
    std::array<std::int64_t, 5> at{};

    [[nodiscard]] std::string text() const
    {
        std::string out = epoch;
        for (const auto n : at)
            out += "/" + std::to_string(n);
        return out;
    }
    static std::optional<Position> parse(std::string_view text)
    {
        Position p;
        const auto slash = text.find('/');
        p.epoch = text.substr(0, slash);
        for (auto& at : p.at) {
            const auto from = text.find('/');
            if (from == std::string_view::npos)
                return std::nullopt;
            text.remove_prefix(from + 1);
            const auto n = number_of(text.substr(0, text.find('/')));
            if (!n)
                return std::nullopt;
            at = *n;
        }
        return text.find('/') == std::string_view::npos ? std::optional(p) : std::nullopt;
    }
};

struct MongoChanges::Reading
{
    Entities what;
    std::size_t limit = 0;
    Position from, next;
    TimePoint now{};        ///< the session's clock
    std::int64_t server = 0;///< the server's
    Rules rules;
    ChangeBatch batch;
    std::map<std::pair<Entity, std::string>, std::int64_t> here; ///< rows of this batch, and their stamps

    [[nodiscard]] std::size_t count(std::size_t i) const
    {
        const std::array<std::size_t, 4> sizes{batch.locks.size(), batch.tasks.size(), batch.messages.size(), batch.workers.size()};
        return sizes[i];
    }
    // False: a row that is not shown.
    bool take(Entity entity, View doc)
    {
        switch (entity) {
        case Entity::lock:
            if (doc["unborn"].present())
                return false;
            batch.locks.push_back(lock_row(doc));
            break;
        case Entity::task: batch.tasks.push_back(task_row(doc, rules)); break;
        case Entity::message:
            if (doc["state"].text() == "sent")
                batch.gone.push_back({entity, id_text(doc["_id"])});
            else
                batch.messages.push_back(message_row(doc, now));
            break;
        default: batch.workers.push_back(worker_row(doc));
        }
        here[{entity, id_text(doc["_id"])}] = doc["changed_at"].integer();
        return true;
    }
};

void MongoChanges::remember(Entity entity, const std::string& key, std::int64_t stamp) { m_answered[{entity, key}] = stamp; }

std::int64_t MongoChanges::answered(Entity entity, const std::string& key) const
{
    const auto found = m_answered.find({entity, key});
    return found == m_answered.end() ? 0 : found->second;
}

void MongoChanges::forget_before(std::int64_t stamp)
{
    for (auto* map : {&m_answered, &m_buried})
        std::erase_if(*map, [&](const auto& one) { return one.second < stamp; });
}

bool MongoChanges::time_for_snapshot() const
{
    const auto needed = std::max<Clock::duration>(snapshot_every, snapshot_cost_per_row * m_snapshot_rows);
    return Clock::now() - m_snapshot_at >= needed;
}

std::optional<Failure> MongoChanges::snapshot(Reading& r)
{
    r.batch.snapshot = true;
    m_answered.clear();
    m_buried.clear();
    for (std::size_t i = 0; i < kept.size(); ++i) {
        r.next.at[i] = r.server;
        if (!r.what.has(kept[i].entity))
            continue;
        Query query{{}, {}};
        if (kept[i].entity == Entity::message)
            query.filter.doc("state", Bson().text("$ne", "sent"));
        if (auto failed = m_link.each("snapshot", find_command(m_link, kept[i].collection, query), [&](View doc) {
                if (r.count(i) >= r.limit) {
                    r.batch.truncated = r.batch.truncated | kept[i].entity;
                    return false;
                }
                const auto stamp = doc["changed_at"].integer();
                if (r.take(kept[i].entity, doc) && stamp >= r.server - window_us)
                    remember(kept[i].entity, id_text(doc["_id"]), stamp);
                return true;
            }))
            return failed;
    }
    r.batch.gone.clear();
    m_snapshot_at = Clock::now();
    m_snapshot_rows = r.batch.rows();
    m_snapshot_of = r.what;
    return std::nullopt;
}

// Before the rows are read: a row that came again after its tombstone is then seen too.
std::optional<Failure> MongoChanges::removals(Reading& r)
{
    return m_link.each("removed", find_command(m_link, "removed", {since_stamp(r.from.at[4] - window_us), by_stamp(1)}, most_keys), [&](View doc) {
        const std::string name = doc["_id"]["entity"].str();
        const auto entity = std::find_if(kept.begin(), kept.end(), [&](const Kept& k) { return name == word(k.entity); });
        if (entity == kept.end() || !r.what.has(entity->entity))
            return true;
        const std::string key = doc["_id"]["key"].str();
        const auto stamp = doc["changed_at"].integer();
        const auto buried = m_buried.find({entity->entity, key});
        const bool known = buried != m_buried.end() && buried->second >= stamp;
        if (!known && answered(entity->entity, key) <= stamp) {
            r.batch.gone.push_back({entity->entity, key});
            m_buried[{entity->entity, key}] = stamp;
        }
        return true;
    });
}

std::optional<Failure> MongoChanges::fetch(Reading& r, std::size_t i, const std::vector<Bson>& keys)
{
    Bson ids;
    for (std::size_t k = 0; k < keys.size(); ++k)
        keys[k]["_id"].append_to(ids.get(), std::to_string(k));
    const Bson query = Bson().doc("_id", Bson().array("$in", ids));
    return m_link.each("changed_rows", find_command(m_link, kept[i].collection, {query, {}}), [&](View doc) {
        r.take(kept[i].entity, doc);
        remember(kept[i].entity, id_text(doc["_id"]), doc["changed_at"].integer());
        return true;
    });
}

// The stamps by an index alone, then the rows that are new.
std::optional<Failure> MongoChanges::changed(Reading& r, std::size_t i)
{
    Bson command = find_command(m_link, kept[i].collection, {since_stamp(r.from.at[i] - window_us), by_stamp(1)}, most_keys);
    command.doc("projection", Bson().whole("changed_at", 1));
    std::vector<Bson> keys;
    bool more = false;
    if (auto failed = m_link.each("changed", command, [&](View doc) {
            if (answered(kept[i].entity, id_text(doc["_id"])) == doc["changed_at"].integer())
                return true;
            if (keys.size() >= r.limit) {
                more = true;
                return false;
            }
            keys.push_back(doc.copy());
            return true;
        }))
        return failed;
    r.next.at[i] = more ? keys.back()["changed_at"].integer() : r.server;
    for (std::size_t begin = 0; begin < keys.size(); begin += page_size) {
        const auto end = std::min<std::size_t>(keys.size(), begin + page_size);
        if (auto failed = fetch(r, i, {keys.begin() + static_cast<std::ptrdiff_t>(begin), keys.begin() + static_cast<std::ptrdiff_t>(end)}))
            return failed;
    }
    return std::nullopt;
}

std::optional<Failure> MongoChanges::increment(Reading& r)
{
    if (auto failed = removals(r))
        return failed;
    const auto buried = r.batch.gone.size();
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (r.what.has(kept[i].entity))
            if (auto failed = changed(r, i))
                return failed;
    // A row of this batch that is older than its tombstone was read just before it went: the tombstone is told next time.
    for (std::size_t k = buried; k-- > 0;) {
        const GoneRow& g = r.batch.gone[k];
        const auto found = r.here.find({g.entity, g.key});
        if (found == r.here.end())
            continue;
        const auto tomb = m_buried.find({g.entity, g.key});
        if (tomb != m_buried.end() && found->second <= tomb->second)
            m_buried.erase(tomb);
        r.batch.gone.erase(r.batch.gone.begin() + static_cast<std::ptrdiff_t>(k));
    }
    return std::nullopt;
}

// Refusals and the audit are only ever added to.
std::optional<Failure> MongoChanges::notes(Reading& r)
{
    r.next.at[4] = r.server;
    for (const auto& [entity, collection] : {Kept{Entity::refusal, "refusals"}, Kept{Entity::audit, "audit"}}) {
        if (!r.what.has(entity) || r.limit == 0)
            continue;
        Query query{{}, by_stamp(-1)};
        if (!r.batch.snapshot)
            query.filter = since_stamp(r.from.at[4] - window_us);
        if (auto failed = m_link.each("notes", find_command(m_link, collection, query, static_cast<std::int64_t>(r.limit)), [&, kind = entity](View doc) {
                const std::string key = id_text(doc["_id"]);
                const auto stamp = doc["changed_at"].integer();
                if (answered(kind, key) == stamp && stamp != 0)
                    return true;
                if (kind == Entity::audit)
                    r.batch.audit.push_back(audit_row(doc));
                else
                    r.batch.refusals.push_back(fence_row(doc));
                if (stamp >= r.server - window_us)
                    remember(kind, key, stamp);
                return true;
            }))
            return failed;
    }
    return std::nullopt;
}

// They count at their lock's row too.
std::optional<Failure> MongoChanges::waiters(Reading& r)
{
    if (!r.what.has(Entity::waiter) && !r.what.has(Entity::lock))
        return std::nullopt;
    auto waiting = all_waiters(m_link);
    if (!waiting)
        return waiting.failure();
    std::map<std::string_view, std::int64_t> by_name;
    for (const WaiterRow& w : waiting->rows)
        ++by_name[w.name];
    for (LockRow& row : r.batch.locks)
        if (const auto found = by_name.find(row.name); found != by_name.end())
            row.waiters = found->second;
    if (r.what.has(Entity::waiter))
        r.batch.waiters = std::move(waiting->rows);
    return std::nullopt;
}

Answer<ChangeBatch> MongoChanges::since(const ChangeCursor& cursor, Entities what, std::size_t limit)
{
    if (auto failed = m_link.begin_read())
        return *failed;
    auto meta = m_link.look();
    if (!meta)
        return meta.failure();
    Reading r{what, limit};
    r.now = meta->now;
    r.server = to_us(meta->server);
    r.next.epoch = meta->doc["epoch"].str();
    const auto from = Position::parse(cursor.text);
    if (what.has(Entity::task))
        if (auto failed = m_link.each("rules", Values{}, [&](View doc) {
                r.rules.add(doc);
                return true;
            }))
            return *failed;
    bool known = from && from->epoch == r.next.epoch && m_snapshot_of == what && !time_for_snapshot();
    for (std::size_t i = 0; known && i < from->at.size(); ++i)
        known = from->at[i] > r.server - oldest_us && from->at[i] <= r.server;
    if (known) {
        r.from = *from;
        r.next.at = from->at;
        if (cursor.text != m_cursor) {
            m_answered.clear();
            m_buried.clear();
        }
    }
    if (auto failed = known ? increment(r) : snapshot(r))
        return *failed;
    if (auto failed = notes(r))
        return *failed;
    if (auto failed = waiters(r))
        return *failed;
    forget_before(*std::min_element(r.next.at.begin(), r.next.at.end()) - window_us - 1);
    m_cursor = r.next.text();
    r.batch.next.text = m_cursor;
    return {std::move(r.batch), r.now};
}

} // namespace lockdesk::mongodb
