// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/changes_parts.h"
#include "backends/redis/concerns.h"
#include "backends/redis/decode.h"
#include "backends/redis/fetch.h"
#include "backends/redis/hand_written.h"
#include "backends/redis/lists.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk::redis {

namespace {

/// Every change gets the next number of one counter, inside the script that makes it; scripts are atomic, so no number
/// appears late. A row's number is its score in a sorted set per entity: the changes after a cursor are a range of it.
/// Locks change too often for that: their names go into a log, once between two reads of it (lock_row in resources/redis/library.lua).
class RedisChanges final : public Changes
{
public:
    RedisChanges(Link& link, HandWritten& hand_written) : m_link(link), m_hand_written(hand_written) {}
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override;

private:
    struct Look
    {
        std::int64_t next = -1; ///< place to continue from; -1: the log no longer goes back to the requested place
        std::vector<std::string> names;
    };

    Answer<std::optional<Look>> look(std::int64_t from, std::int64_t names);
    std::optional<Failure> read(Reading& reading);
    std::optional<Failure> changed_locks(Reading& reading);
    std::optional<Failure> all_locks(Reading& reading);
    std::optional<Failure> read_others(Reading& reading);
    std::optional<Failure> add_hand_written(Reading& reading);
    [[nodiscard]] bool time_for_snapshot() const;

    Link& m_link;
    HandWritten& m_hand_written;
    SteadyPoint m_snapshot_at{};
    std::size_t m_snapshot_rows = 0;
    std::int64_t m_missing = 0;
    Entities m_snapshot_of;
};

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// Only a snapshot shows changes by hand, which get no number. Up to 20,000 rows it is taken every 6 s; beyond, less
// often, so that its share of the server's time stays small.
constexpr auto snapshot_every = 6s;
constexpr auto snapshot_cost_per_row = 300us;

// Up to this many rows, every batch is a snapshot if the log is not readable (see RedisChanges::look).
constexpr std::size_t few_rows = 2000;

// Ids per script: it blocks the server for a few milliseconds.
constexpr std::int64_t ids_per_page = 4000;

std::int64_t page_of(std::size_t limit)
{
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::min<std::size_t>(limit, ids_per_page)), 1, ids_per_page);
}

} // namespace

bool RedisChanges::time_for_snapshot() const
{
    const auto needed = std::max<Clock::duration>(snapshot_every, snapshot_cost_per_row * m_snapshot_rows);
    return Clock::now() - m_snapshot_at >= needed;
}

// Reads the log of locks, which has the name of every lock changed since `from`. Reading it makes the scripts log the next
// change of each lock again. Nullopt: this server or user cannot call functions.
Answer<std::optional<RedisChanges::Look>> RedisChanges::look(std::int64_t from, std::int64_t names)
{
    const std::string place = from < 0 ? std::string() : std::to_string(from);
    auto answer = m_link.run_function(scripts().changes_look, m_link.prefix(), {place, std::to_string(names)});
    if (!answer) {
        const auto kind = answer.failure().kind;
        if (kind == FailureKind::refused || kind == FailureKind::unsupported || kind == FailureKind::read_only)
            return std::optional<Look>();
        return answer.failure();
    }
    return std::optional(Look{(*answer)[2].integer(), texts_of((*answer)[3])});
}

std::optional<Failure> RedisChanges::changed_locks(Reading& g)
{
    std::int64_t place = g.from.at[0];
    g.next.at[0] = place;
    g.too_old = place < 0 && m_snapshot_rows <= few_rows;
    if (place < 0)
        return std::nullopt;
    const auto take = [&](std::string id, View row) { g.take(0, std::move(id), row, {}); };
    const auto page = page_of(g.limit);
    for (std::set<std::string> seen; g.count(0) < g.limit;) {
        auto looked = look(place, page);
        if (!looked)
            return looked.failure();
        if (!*looked || (*looked)->next < 0) {
            g.too_old = true;
            return std::nullopt;
        }
        place = g.next.at[0] = (*looked)->next;
        const bool whole = (*looked)->names.size() == static_cast<std::size_t>(page);
        std::vector<std::string> names, missing;
        for (std::string& name : (*looked)->names)
            if (!name.empty() && seen.insert(name).second) // reads a name that is in the log twice only once
                names.push_back(std::move(name));
        if (auto failure = fetch_rows(m_link, Entity::lock, names, take, missing))
            return failure;
        for (std::string& name : missing)
            g.batch.gone.push_back({Entity::lock, std::move(name)});
        if (!whole)
            return std::nullopt;
    }
    return std::nullopt;
}

// Reads the log's end first: changes while the rows are read are logged after it.
std::optional<Failure> RedisChanges::all_locks(Reading& g)
{
    auto looked = look(-1, 0);
    if (!looked)
        return looked.failure();
    g.next.at[0] = *looked ? (*looked)->next : -1;
    const auto take = [&](std::string id, View row) { g.take(0, std::move(id), row, {}); };
    std::string after;
    for (bool more = true; more && g.count(0) < g.limit;) {
        const auto left = static_cast<std::int64_t>(g.limit - g.count(0));
        m_link.call(scripts().lock_list).add(after).add(std::min(ids_per_page, left));
        auto page = m_link.run();
        if (!page)
            return page.failure();
        if ((*page)[1].integer() > static_cast<std::int64_t>(g.limit))
            g.batch.truncated = g.batch.truncated | Entity::lock;
        after = (*page)[2].str();
        more = !(*page)[2].nil();
        std::vector<std::string> missing;
        if (auto failure = fetch_rows(m_link, Entity::lock, texts_of((*page)[3]), take, missing))
            return failure;
        g.missing += static_cast<std::int64_t>(missing.size());
    }
    return std::nullopt;
}

std::optional<Failure> RedisChanges::read(Reading& g)
{
    if (g.what.has(Entity::lock))
        if (auto failure = g.snapshot ? all_locks(g) : changed_locks(g); failure || g.too_old)
            return failure;
    return read_others(g);
}

std::optional<Failure> RedisChanges::read_others(Reading& g)
{
    for (std::size_t i = 1; i < page_entities.size(); ++i)
        if (g.what.has(page_entities[i]))
            g.go_on[i] = g.snapshot ? "+inf" : std::to_string(g.from.at[i]);
    // Waiters are counted in their lock's row, so they are read for locks too.
    const bool waiters = g.what.has(Entity::waiter) || g.what.has(Entity::lock);
    const auto entries = [&](Entity e) { return g.what.has(e) ? static_cast<std::int64_t>(g.limit) : 0; };
    const auto page = page_of(g.limit);
    for (bool first = true;; first = false) {
        Wire& wire = m_link.call(scripts().changes).add(g.snapshot).add(page);
        for (std::size_t i = 1; i < page_entities.size(); ++i)
            wire.add(g.go_on[i]);
        wire.add(first ? std::to_string(g.snapshot ? 0 : g.from.at[4]) : std::string());
        wire.add(entries(Entity::refusal)).add(entries(Entity::audit)).add(waiters);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        const std::int64_t counter = r[2].integer();
        g.now = r.now;
        if (first) {
            g.next.run = m_link.server().run_id;
            g.next.epoch = r[1].str();
            g.too_old = !g.snapshot
                        && (g.next.epoch != g.from.epoch || g.next.run != g.from.run || counter < g.from.newest()
                            || r[7][0].integer() > g.from.oldest());
            if (g.too_old)
                return std::nullopt;
            std::fill(g.next.at.begin() + 1, g.next.at.end(), counter);
            g.take_rest(r[7]);
        }
        const Rules rules(r[6]);
        for (std::size_t i = 1; i < page_entities.size(); ++i) {
            if (g.go_on[i].empty())
                continue;
            const View found = r[2 + i];
            const auto ids = g.take_rows(i, found, rules);
            const auto seen = g.count(i) + ids.size();
            const auto take = [&](std::string id, View fields) { g.take(i, std::move(id), fields, rules); };
            std::vector<std::string> missing;
            if (auto failure = fetch_rows(m_link, page_entities[i], ids, take, missing))
                return failure;
            g.missing += static_cast<std::int64_t>(missing.size());
            g.end_page(i, found, seen, counter);
        }
        if (std::all_of(g.go_on.begin(), g.go_on.end(), [](const std::string& s) { return s.empty(); }))
            return std::nullopt;
    }
}

// Hand-written locks are in no log: a snapshot contains all of them, other batches those just found.
std::optional<Failure> RedisChanges::add_hand_written(Reading& g)
{
    if (auto failure = m_hand_written.step(g.missing, g.snapshot))
        return failure;
    auto asked = m_hand_written.take_new();
    if (g.snapshot)
        asked.assign(m_hand_written.names().begin(), m_hand_written.names().end());
    if (asked.empty())
        return std::nullopt;
    Wire& wire = m_link.call(scripts().lock_find);
    for (const std::string& name : asked)
        wire.add(name);
    auto answer = m_link.run();
    if (!answer)
        return answer.failure();
    std::set<std::string> indexed, found;
    for (const LockRow& row : g.batch.locks)
        indexed.insert(row.name);
    for (std::size_t i = 0; i < (*answer)[1].size(); ++i) {
        LockRow row = lock_row((*answer)[1][i][0].str(), (*answer)[1][i][1]);
        found.insert(row.name);
        if (indexed.contains(row.name) || (g.known != nullptr && g.known->left_out(row.name)))
            m_hand_written.forget(row.name);
        else if (g.count(0) < g.limit)
            g.batch.locks.push_back(std::move(row));
    }
    for (const std::string& name : asked)
        if (!found.contains(name))
            m_hand_written.forget(name);
    return std::nullopt;
}

Answer<ChangeBatch> RedisChanges::since(const ChangeCursor& cursor, Entities what, std::size_t limit)
{
    const auto from = Position::parse(cursor.text);
    std::optional<Reading> reading;
    if (from && m_snapshot_of == what && !time_for_snapshot()) {
        reading.emplace(Reading{what, limit, false, *from});
        if (auto failure = read(*reading))
            return *failure;
    }
    if (!reading || reading->too_old) {
        reading.emplace(Reading{what, limit, true});
        reading->known = known(what);
        if (auto failure = read(*reading))
            return *failure;
        reading->batch.snapshot = true;
        m_snapshot_at = Clock::now();
        m_snapshot_rows = reading->batch.rows();
        m_snapshot_of = what;
        m_missing = reading->missing;
    }
    reading->missing = m_missing;
    if (what.has(Entity::lock))
        if (auto failure = add_hand_written(*reading))
            return *failure;
    reading->count_waiters();
    reading->drop_returned();
    if (!what.has(Entity::waiter))
        reading->batch.waiters.clear();
    reading->batch.next.text = reading->next.text();
    return {std::move(reading->batch), *reading->now};
}

std::unique_ptr<Changes> make_changes(Link& link, HandWritten& hand_written)
{
    return std::make_unique<RedisChanges>(link, hand_written);
}

} // namespace lockdesk::redis
