// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What a read of changes consists of: its cursor, and what it has found so far.
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/redis/decode.h"
#include "backends/redis/reply.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockdesk::redis {

inline constexpr std::array<Entity, 4> page_entities{Entity::lock, Entity::task, Entity::message, Entity::worker};

inline std::optional<Entity> entity_of(std::string_view name)
{
    for (const Entity e : page_entities)
        if (name == word(e))
            return e;
    return std::nullopt;
}

/// A parsed cursor: `run of the server/epoch of the schema/place in the log of locks/numbers up to which tasks, messages, workers and the
/// rest were read`. The place is -1 when this session cannot read the log.
struct Position
{
    std::string run;
    std::string epoch;
    std::array<std::int64_t, 5> at{};

    [[nodiscard]] std::string text() const
    {
        std::string out = run + "/" + epoch;
        for (const auto n : at)
            out += "/" + std::to_string(n);
        return out;
    }
    static std::optional<Position> parse(std::string_view text)
    {
        std::array<std::string_view, 7> parts{};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto slash = text.find('/');
            if ((slash == std::string_view::npos) != (i + 1 == parts.size()))
                return std::nullopt;
            parts[i] = text.substr(0, slash);
            text.remove_prefix(slash == std::string_view::npos ? text.size() : slash + 1);
        }
        Position p{std::string(parts[0]), std::string(parts[1])};
        for (std::size_t i = 0; i < p.at.size(); ++i) {
            const auto n = whole_number(parts[i + 2]);
            if (!n)
                return std::nullopt;
            p.at[i] = *n;
        }
        return p;
    }
    [[nodiscard]] std::int64_t newest() const { return *std::max_element(at.begin() + 1, at.end()); }
    [[nodiscard]] std::int64_t oldest() const { return *std::min_element(at.begin() + 1, at.end()); }
};

/// One call of `since` over several pages.
struct Reading
{
    Entities what;
    std::size_t limit = 0;
    bool snapshot = false;
    Position from;
    Position next;
    ChangeBatch batch;
    std::optional<TimePoint> now;
    std::array<std::string, 4> go_on; ///< number to continue from; empty: done
    std::int64_t missing = 0;         ///< rows in an index but not in the database: deleted by hand
    bool too_old = false;             ///< the cursor belongs to another run or epoch: a snapshot is needed
    KnownRows* known = nullptr;       ///< left out of a snapshot

    [[nodiscard]] std::size_t count(std::size_t i) const
    {
        const std::array<std::size_t, 4> sizes{batch.read_of(batch.locks), batch.read_of(batch.tasks), batch.messages.size(),
                                               batch.workers.size()};
        return sizes[i];
    }
    void take(std::size_t i, std::string id, View fields, const Rules& rules)
    {
        switch (page_entities[i]) {
        case Entity::lock: batch.add(lock_row(std::move(id), fields), limit, known); break;
        case Entity::task: batch.add(task_row(std::move(id), fields, rules), limit, known); break;
        case Entity::message: batch.messages.push_back(message_row(std::move(id), fields, *now)); break;
        default: batch.workers.push_back(worker_row(std::move(id), fields));
        }
    }
    // Takes the rows of a page and returns the ids of rows sent as ids only. A snapshot ends at the limit; otherwise a page
    // is taken whole, because the next one begins after its last number.
    std::vector<std::string> take_rows(std::size_t i, View page, const Rules& rules)
    {
        std::vector<std::string> ids;
        for (std::size_t j = 3; j < page.size() && (!snapshot || count(i) + ids.size() < limit); ++j)
            if (page[j].is_array())
                take(i, page[j][0].str(), page[j][1], rules);
            else
                ids.push_back(page[j].str());
        return ids;
    }
    // Sets where to continue after the page.
    void end_page(std::size_t i, View page, std::size_t seen, std::int64_t counter)
    {
        missing += page[2].integer();
        const bool full = seen >= limit;
        if (snapshot && page[1].integer() > static_cast<std::int64_t>(limit))
            batch.truncated = batch.truncated | page_entities[i];
        if (page[0].nil() || (snapshot && full)) {
            if (!snapshot)
                next.at[i] = counter;
            go_on[i].clear();
        } else if (full) {
            next.at[i] = page[0].integer();
            go_on[i].clear();
        } else {
            go_on[i] = page[0].str();
        }
    }
    void take_rest(View rest)
    {
        for (std::size_t i = 0; i < rest[1].size(); ++i) {
            const std::string_view member = rest[1][i].text();
            const auto colon = member.find(':');
            const auto entity = entity_of(member.substr(0, colon));
            if (entity && what.has(*entity))
                batch.gone.push_back({*entity, std::string(member.substr(colon + 1))});
        }
        for (std::size_t i = 0; i < rest[2].size(); ++i)
            batch.refusals.push_back(fence_row(rest[2][i]));
        for (std::size_t i = 0; i < rest[3].size(); ++i)
            batch.audit.push_back(audit_row(rest[3][i]));
        batch.waiters = waiter_rows(rest[4], rest[5]);
    }
    void count_waiters()
    {
        if (!what.has(Entity::lock))
            return;
        std::map<std::string_view, std::int64_t> by_name;
        for (const WaiterRow& w : batch.waiters)
            ++by_name[w.name];
        if (!by_name.empty())
            for (LockRow& row : batch.locks)
                if (const auto found = by_name.find(row.name); found != by_name.end())
                    row.waiters = found->second;
    }
    // Removes rows from `gone` that reappeared while the pages were read.
    void drop_returned()
    {
        std::set<std::pair<Entity, std::string>> here;
        if (batch.gone.empty())
            return;
        for (const LockRow& r : batch.locks)
            here.insert({Entity::lock, r.name});
        for (const MessageRow& r : batch.messages)
            here.insert({Entity::message, r.id});
        for (const WorkerRow& r : batch.workers)
            here.insert({Entity::worker, r.id});
        std::erase_if(batch.gone, [&](const GoneRow& g) { return here.contains({g.entity, g.key}); });
    }
};

} // namespace lockdesk::redis
