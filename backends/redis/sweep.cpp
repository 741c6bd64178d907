// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/sweep.h"

#include "backends/engine/rules/row_order.h"
#include "backends/engine/text/fold.h"
#include "backends/redis/decode.h"
#include "backends/redis/fetch.h"
#include "backends/redis/lists.h"
#include "backends/redis/packed_lock.h"

namespace lockdesk::redis {

namespace {

/// What of a filter can be decided by the bytes of a packed row.
class RowTest
{
public:
    RowTest(const Filter& filter, TimePoint now) : m_sought(sought_text(filter)), m_now(now)
    {
        const std::string* state = demanded(filter, "state");
        m_ended = state != nullptr && *state == word(LockState::expired);
    }
    [[nodiscard]] bool may_match(const std::string& name, View row) const
    {
        if (row.is_array())
            return true; // written by hand
        const std::string_view bytes = row.text();
        const bool contains = m_sought.in == "id" || contains_folded(bytes, m_sought.text)
                              || (m_sought.in.empty() && contains_folded(name, m_sought.text));
        if (!contains || !m_ended)
            return contains;
        const auto lock = unpack_lock(bytes);
        return !lock || (lock->kind == PackedLock::Kind::held && lock->ends_at && *lock->ends_at <= m_now);
    }

private:
    Sought m_sought;
    TimePoint m_now;
    bool m_ended = false;
};

/// What of a filter can be decided by the id of a task, and by few of its fields.
class TaskTest
{
public:
    TaskTest(const Filter& filter, const std::string& kind, const std::string& phase) : m_sought(sought_text(filter))
    {
        if (m_sought.in.empty() && (contains_folded(kind, m_sought.text) || contains_folded(phase, m_sought.text)))
            m_sought = {}; // all of this queue may match
        const std::string* state = demanded(filter, "state");
        m_parked = state != nullptr && *state == "failed";
    }
    [[nodiscard]] bool asks_fields() const { return m_parked || (!m_sought.text.empty() && m_sought.in != "id"); }
    [[nodiscard]] bool id_matches(const std::string& id) const
    {
        return m_sought.text.empty() || (m_sought.in != "owner" && contains_folded(id, m_sought.text));
    }
    /// `fields`: owner, failures.
    [[nodiscard]] bool may_match(const std::string& id, View fields) const
    {
        const std::string_view owner = fields[0].text();
        if (m_parked && (!owner.empty() || fields[1].integer() == 0))
            return false;
        return id_matches(id) || (m_sought.in != "id" && contains_folded(owner, m_sought.text));
    }

private:
    Sought m_sought;
    bool m_parked = false;
};

struct NamesPage
{
    std::vector<std::string> names;
    std::int64_t all = 0;
};

std::optional<Failure> read_names(Link& link, const std::string& after, NamesPage& page)
{
    const std::string index = link.prefix() + "locks";
    Wire& wire = link.pipeline();
    wire.command();
    wire.add("ZRANGE").add(index).add(after.empty() ? "-" : "(" + after).add("+");
    wire.add("BYLEX").add("LIMIT").add(0).add(searched_ids);
    wire.command();
    wire.add("ZCARD").add(index);
    return run_reading(link, "names", [&](std::size_t command, View reply) {
        if (command == 0)
            page.names = texts_of(reply);
        else
            page.all = reply.integer();
    });
}

/// Keeps the ids that pass the test; those whose fields cannot be read stay.
std::optional<Failure> keep_matching(Link& link, const TaskTest& test, std::vector<std::string>& ids)
{
    if (!test.asks_fields()) {
        std::erase_if(ids, [&](const std::string& id) { return !test.id_matches(id); });
        return std::nullopt;
    }
    const std::string prefix = link.prefix() + "task:";
    Wire& wire = link.pipeline();
    for (const std::string& id : ids) {
        wire.command();
        wire.add("HMGET").add(prefix + id).add("owner").add("failures");
    }
    std::vector<std::string> kept;
    if (auto failure = link.run_pipeline("rows", [&](std::size_t i, View fields) {
            if (!fields.is_array() || test.may_match(ids[i], fields))
                kept.push_back(std::move(ids[i]));
        }))
        return failure;
    ids = std::move(kept);
    return std::nullopt;
}

} // namespace

bool name_may_match(const Filter& by_name, const std::string& name)
{
    return by_name.empty() || by_name.matches([&](std::string_view) { return std::optional(name); });
}

std::optional<Failure> sweep_locks(Link& link, const Filter& filter, TimePoint now,
                                   const std::function<void(std::string, View)>& offer, std::vector<std::string>& missing,
                                   const std::function<bool(std::int64_t)>& enough)
{
    const Filter by_name = name_terms(filter);
    const RowTest test(filter, now);
    const auto take = [&](std::string name, View row) {
        if (test.may_match(name, row))
            offer(std::move(name), row);
    };
    std::string after;
    for (bool more = true; more;) {
        NamesPage page;
        if (auto failure = read_names(link, after, page))
            return failure;
        more = static_cast<std::int64_t>(page.names.size()) == searched_ids;
        if (more)
            after = page.names.back();
        std::erase_if(page.names, [&](const std::string& one) { return !name_may_match(by_name, one); });
        if (auto failure = fetch_rows(link, Entity::lock, page.names, take, missing))
            return failure;
        more = !enough(page.all) && more;
    }
    return std::nullopt;
}

std::optional<Failure> sweep_tasks(Link& link, const Filter& filter, const std::string& kind, const std::string& phase,
                                   const std::function<void(std::string, View)>& offer, const std::function<bool()>& enough)
{
    constexpr std::size_t before_id = 17; // of a member: the time of its last change
    const TaskTest test(filter, kind, phase);
    const std::string queue = link.prefix() + "q:" + packed(kind, phase);
    std::int64_t rank = 0;
    for (bool more = true; more;) {
        Wire& wire = link.pipeline();
        wire.command();
        wire.add("ZRANGE").add(queue).add(rank).add(rank + searched_ids - 1);
        std::vector<std::string> ids;
        if (auto failure = run_reading(link, "ids", [&](std::size_t, View reply) { ids = texts_of(reply); }))
            return failure;
        more = static_cast<std::int64_t>(ids.size()) == searched_ids;
        rank += searched_ids;
        for (std::string& id : ids)
            id.erase(0, before_id);
        std::vector<std::string> missing;
        if (auto failure = keep_matching(link, test, ids))
            return failure;
        if (auto failure = fetch_rows(link, Entity::task, ids, offer, missing))
            return failure;
        more = more && !enough();
    }
    return std::nullopt;
}

} // namespace lockdesk::redis
