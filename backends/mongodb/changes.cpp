// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/changes_parts.h"
#include "backends/mongodb/concerns.h"
#include "backends/mongodb/listing.h"

#include <algorithm>
#include <functional>
#include <set>

namespace lockdesk::mongodb {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// A poll soon after the last one reads a short window, and once a second the whole one.
constexpr std::int64_t short_window_us = 2'000'000;
constexpr auto whole_window_every = 1s;
// A cursor older than this may have missed tombstones, which are deleted after an hour.
constexpr std::int64_t oldest_us = 1'800'000'000;
constexpr auto snapshot_every = 10s;
constexpr auto snapshot_cost_per_row = 300us;
constexpr std::int64_t most_keys = 200'000;
// At most this many of each come with the clock; more are read separately, because a document's size is limited.
constexpr std::int64_t most_ahead = 4000;
constexpr std::int64_t most_notes_ahead = 100;

Bson since_stamp(std::int64_t stamp) { return Bson().doc("changed_at", Bson().whole("$gte", stamp)); }
Bson by_stamp(std::int64_t direction) { return Bson().whole("changed_at", direction).whole("_id", direction); }

/// Every change stamps its document with the server's time, later than the stamp before. Changes are read by an index
/// from some seconds before the last poll (fewer when polls follow each other within a second), minus rows already
/// returned, so that a statement that took long to commit is not missed. Slower ones (a transaction of the caller's) and
/// changes by hand appear in the next snapshot, which is taken periodically.
class MongoChanges final : public Changes
{
public:
    explicit MongoChanges(Link& link) : m_link(link) {}

    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        const auto from = Position::parse(cursor.text);
        bool goes_on = from && m_snapshot_of == what && !time_for_snapshot();
        const bool same = goes_on && cursor.text == m_cursor;
        const auto window = same && Clock::now() - m_whole_window_at < whole_window_every ? short_window_us : window_us;
        const Bson ahead = goes_on ? lookups(*from, what, limit, window) : Bson();
        auto meta = m_link.look(&ahead);
        if (!meta)
            return meta.failure();
        Reading r{what, limit};
        r.window = window;
        r.meta = std::move(*meta);
        r.now = r.meta.now;
        r.server = to_us(r.meta.server);
        r.next.epoch = r.meta.doc["epoch"].str();
        goes_on = goes_on && from->epoch == r.next.epoch;
        for (std::size_t i = 0; goes_on && i < from->at.size(); ++i)
            goes_on = from->at[i] > r.server - oldest_us && from->at[i] <= r.server;
        if (goes_on) {
            r.from = *from;
            r.next.at = from->at;
            if (!same) {
                m_answered.clear();
                m_buried.clear();
            }
        }
        const auto began = Clock::now();
        if (auto failed = goes_on ? increment(r) : snapshot(r))
            return *failed;
        if (window == window_us)
            m_whole_window_at = began;
        if (auto failed = notes(r))
            return *failed;
        if (auto failed = waiters(r))
            return *failed;
        forget_before(*std::min_element(r.next.at.begin(), r.next.at.end()) - window_us - 1);
        m_cursor = r.next.text();
        r.batch.next.text = m_cursor;
        return {std::move(r.batch), r.now};
    }

private:
    std::optional<Failure> snapshot(Reading& r)
    {
        r.batch.snapshot = true;
        r.known = known(r.what);
        r.ahead = false;
        m_answered.clear();
        m_buried.clear();
        for (std::size_t i = 0; i < kept.size(); ++i) {
            r.next.at[i] = r.server;
            if (!r.what.has(kept[i].entity))
                continue;
            if (auto failed = need_rules(r, kept[i].entity))
                return failed;
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

    std::optional<Failure> increment(Reading& r)
    {
        if (auto failed = removals(r))
            return failed;
        const auto buried = r.batch.gone.size();
        for (std::size_t i = 0; i < kept.size(); ++i)
            if (r.what.has(kept[i].entity))
                if (auto failed = changed(r, i))
                    return failed;
        // A row older than its tombstone was read just before its removal: the tombstone is reported next time.
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

    // Read before the rows, so that a row that reappears after its tombstone is read too.
    std::optional<Failure> removals(Reading& r)
    {
        const Bson command = find_command(m_link, "removed", {since_stamp(r.from.at[4] - r.window), by_stamp(1)}, most_keys);
        return each(r, "removed", command, most_ahead, [&](View doc) {
            const std::string name = doc["_id"]["entity"].str();
            const auto entity =
                std::find_if(kept.begin(), kept.end(), [&](const Kept& k) { return name == word(k.entity); });
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

    // Reads the stamps from an index only, then the new rows.
    std::optional<Failure> changed(Reading& r, std::size_t i)
    {
        Bson command =
            find_command(m_link, kept[i].collection, {since_stamp(r.from.at[i] - r.window), by_stamp(1)}, most_keys);
        command.doc("projection", Bson().whole("changed_at", 1));
        std::vector<Bson> keys;
        bool more = false;
        if (auto failed = each(r, kept[i].collection, command, most_ahead, [&](View doc) {
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
        if (!keys.empty())
            if (auto failed = need_rules(r, kept[i].entity))
                return failed;
        for (std::size_t begin = 0; begin < keys.size(); begin += page_size) {
            const auto end = std::min<std::size_t>(keys.size(), begin + page_size);
            if (auto failed = fetch(
                    r, i,
                    {keys.begin() + static_cast<std::ptrdiff_t>(begin), keys.begin() + static_cast<std::ptrdiff_t>(end)}))
                return failed;
        }
        return std::nullopt;
    }

    std::optional<Failure> fetch(Reading& r, std::size_t i, const std::vector<Bson>& keys)
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

    // Refusals and the audit are append-only.
    std::optional<Failure> notes(Reading& r)
    {
        r.next.at[4] = r.server;
        for (const auto& [entity, collection] : noted) {
            if (!r.what.has(entity) || r.limit == 0)
                continue;
            Query query{{}, by_stamp(-1)};
            if (!r.batch.snapshot)
                query.filter = since_stamp(r.from.at[4] - r.window);
            std::size_t left = r.limit;
            const Bson command = find_command(m_link, collection, query, static_cast<std::int64_t>(r.limit));
            if (auto failed = each(r, collection, command, most_notes_ahead, [&, kind = entity](View doc) {
                    if (left-- == 0)
                        return false;
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

    std::optional<Failure> need_rules(Reading& r, Entity entity)
    {
        if (entity != Entity::task || r.rules)
            return std::nullopt;
        r.rules.emplace();
        return m_link.each("task_rules", Values{}, [&](View doc) {
            r.rules->add(doc);
            return true;
        });
    }

    // Lookups for everything that a poll reads, to run with the read of the clock: usually there is little, and one statement
    // suffices. Removals come first, as in `increment`.
    [[nodiscard]] Bson lookups(const Position& from, Entities what, std::size_t limit, std::int64_t window) const
    {
        Bson out;
        const auto add = [&](const char* collection, std::int64_t since, std::int64_t direction, std::int64_t most,
                             bool whole_rows) {
            Bson pipeline;
            pipeline.push(Bson().doc("$match", since_stamp(since - window))).push(Bson().doc("$sort", by_stamp(direction)));
            pipeline.push(Bson().whole("$limit", most));
            if (!whole_rows)
                pipeline.push(Bson().doc("$project", Bson().whole("changed_at", 1)));
            out.push(m_link.lookup_by(collection, {}, pipeline, collection));
        };
        add("removed", from.at[4], 1, most_ahead, false);
        for (std::size_t i = 0; i < kept.size(); ++i)
            if (what.has(kept[i].entity))
                add(kept[i].collection, from.at[i], 1, most_ahead, false);
        for (const auto& [entity, collection] : noted)
            if (what.has(entity) && limit > 0)
                add(collection, from.at[4], -1, most_notes_ahead, true);
        if (what.has(Entity::waiter) || what.has(Entity::lock)) {
            const Bson waits = Bson().doc("$expr", Bson().array("$gt", Bson().text("0", "$until").text("1", "$$now")));
            Bson pipeline;
            pipeline.push(Bson().doc("$match", waits))
                .push(Bson().doc("$sort", Bson().whole("_id", 1)))
                .push(Bson().whole("$limit", most_ahead));
            out.push(m_link.lookup_by("waiters", Bson().text("now", "$now"), pipeline, "waiters"));
        }
        return out;
    }

    /// Iterates over the documents read ahead, or, if there are more than `most`, those that the command finds.
    std::optional<Failure> each(const Reading& r, const char* collection, const Bson& command, std::int64_t most,
                                const std::function<bool(View)>& want)
    {
        const auto ahead = r.meta.doc[collection].items();
        if (!r.ahead || !r.meta.doc[collection].is_array() || static_cast<std::int64_t>(ahead.size()) >= most)
            return m_link.each(collection, command, want);
        for (const View& doc : ahead)
            if (!want(doc))
                break;
        return std::nullopt;
    }

    // Waiters are also counted in their lock's row.
    std::optional<Failure> waiters(Reading& r)
    {
        if (!r.what.has(Entity::waiter) && !r.what.has(Entity::lock))
            return std::nullopt;
        const auto ahead = r.meta.doc["waiters"].items();
        Answer<Waiting> waiting = Waiting{{}, r.now};
        if (!r.ahead || !r.meta.doc["waiters"].is_array() || static_cast<std::int64_t>(ahead.size()) >= most_ahead)
            waiting = all_waiters(m_link);
        else
            for (const View& doc : ahead)
                if (WaiterRow row = waiter_row(doc); row.until > r.now)
                    waiting->rows.push_back(std::move(row));
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

    [[nodiscard]] bool time_for_snapshot() const
    {
        const auto needed = std::max<Clock::duration>(snapshot_every, snapshot_cost_per_row * m_snapshot_rows);
        return Clock::now() - m_snapshot_at >= needed;
    }

    void remember(Entity entity, const std::string& key, std::int64_t stamp) { m_answered[{entity, key}] = stamp; }

    [[nodiscard]] std::int64_t answered(Entity entity, const std::string& key) const
    {
        const auto found = m_answered.find({entity, key});
        return found == m_answered.end() ? 0 : found->second;
    }

    void forget_before(std::int64_t stamp)
    {
        for (auto* map : {&m_answered, &m_buried})
            std::erase_if(*map, [&](const auto& one) { return one.second < stamp; });
    }

    Link& m_link;
    Entities m_snapshot_of;
    SteadyPoint m_snapshot_at{};
    std::size_t m_snapshot_rows = 0;
    SteadyPoint m_whole_window_at{};                                   ///< last read of the whole window
    std::string m_cursor;                                              ///< the last one returned: m_answered belongs to it
    std::map<std::pair<Entity, std::string>, std::int64_t> m_answered; ///< stamps of returned rows within the window
    std::map<std::pair<Entity, std::string>, std::int64_t> m_buried;   ///< stamps of tombstones within it
};

} // namespace

std::unique_ptr<Changes> make_changes(Link& link) { return std::make_unique<MongoChanges>(link); }

} // namespace lockdesk::mongodb
