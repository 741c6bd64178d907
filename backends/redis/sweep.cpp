// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/sweep.h"

#include "backends/engine/rules/row_order.h"
#include "backends/engine/text/fold.h"
#include "backends/redis/decode.h"
#include "backends/redis/fetch.h"
#include "backends/redis/lists.h"
#include "backends/redis/packed_lock.h"

#include <algorithm>
#include <memory>
#include <utility>

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

/// What of a filter can be decided by the id of a task, its place in the queue, and few of its fields.
class TaskTest
{
public:
    TaskTest(const Filter& filter, const std::string& kind, const std::string& phase) : m_sought(sought_text(filter))
    {
        if (m_sought.in.empty() && (contains_folded(kind, m_sought.text) || contains_folded(phase, m_sought.text)))
            m_sought = {}; // all of this queue may match
        const std::string* state = demanded(filter, "state");
        m_parked = state != nullptr && *state == "failed";
        m_owned = state != nullptr && (*state == word(TaskState::held) || *state == word(TaskState::expired));
    }
    [[nodiscard]] bool only_failing() const { return m_parked; }
    [[nodiscard]] bool only_owned() const { return m_owned || m_sought.in == "owner"; }
    [[nodiscard]] bool asks_fields() const { return m_parked || m_owned || (!m_sought.text.empty() && m_sought.in != "id"); }
    [[nodiscard]] bool id_matches(const std::string& id) const
    {
        return m_sought.text.empty() || (m_sought.in != "owner" && contains_folded(id, m_sought.text));
    }
    /// `fields`: owner, failures; those that cannot be read may match.
    [[nodiscard]] bool may_match(const std::string& id, View fields) const
    {
        if (!fields.is_array())
            return true;
        const std::string_view owner = fields[0].text();
        if (m_parked ? !owner.empty() || fields[1].integer() == 0 : m_owned && owner.empty())
            return false;
        return id_matches(id) || (m_sought.in != "id" && contains_folded(owner, m_sought.text));
    }

private:
    Sought m_sought;
    bool m_parked = false;
    bool m_owned = false;
};

/// Reads names, and requests the next page of them before the rows of the last one.
class LockSearch
{
public:
    LockSearch(Link& link, const Filter& filter, TimePoint now, const RowTaker& offer, std::vector<std::string>& missing,
               const std::function<bool(std::int64_t)>& enough)
        : m_ahead(link), m_by_name(name_terms(filter)), m_test(filter, now), m_enough(enough), m_missing(missing)
    {
        m_take = [this, &offer](std::string name, View row) {
            if (m_test.may_match(name, row))
                offer(std::move(name), row);
        };
    }
    std::optional<Failure> run()
    {
        read_after({});
        return m_ahead.run();
    }

private:
    void read_after(const std::string& last)
    {
        const std::string index = m_ahead.prefix() + "locks";
        Wire& wire = m_ahead.commands();
        wire.command();
        wire.add("ZCARD").add(index);
        wire.command();
        wire.add("ZRANGE").add(index).add(last.empty() ? "-" : "(" + last).add("+");
        wire.add("BYLEX").add("LIMIT").add(0).add(searched_ids);
        const auto take = [this](std::size_t command, View reply) {
            if (m_ahead.refused(reply, "names"))
                return;
            if (command == 0)
                m_all = reply.integer();
            else
                m_names = texts_of(reply);
        };
        m_ahead.send("names", take, [this] { go_on(); });
    }
    void go_on()
    {
        if (m_enough(m_all))
            return m_ahead.stop();
        if (static_cast<std::int64_t>(m_names.size()) == searched_ids)
            read_after(m_names.back());
        std::erase_if(m_names, [&](const std::string& one) { return !name_may_match(m_by_name, one); });
        fetch_rows(m_ahead, Entity::lock, std::move(m_names), m_take, m_missing);
    }

    Lookahead m_ahead;
    const Filter m_by_name;
    const RowTest m_test;
    RowTaker m_take;
    const std::function<bool(std::int64_t)>& m_enough;
    std::vector<std::string>& m_missing;
    std::vector<std::string> m_names;
    std::int64_t m_all = 0;
};

/// The same for the tasks of a queue. Those that nobody has locked since they came to the phase have the score 0: they have no owner.
/// Their number is read just before each page; a page's length of them is not relied on, as tasks may be claimed meanwhile.
class TaskSearch
{
public:
    TaskSearch(Link& link, const Filter& filter, const std::string& kind, const std::string& phase, const RowTaker& offer,
               const std::function<bool()>& enough)
        : m_ahead(link), m_test(filter, kind, phase), m_offer(offer), m_enough(enough),
          m_queue(link.prefix() + (m_test.only_failing() ? "failing:" : "q:") + packed(kind, phase))
    {
    }
    std::optional<Failure> run()
    {
        if (m_test.only_owned() && !m_test.only_failing())
            read_page(0, 0, [this] { read_from(m_fresh); });
        else
            read_from(0);
        return m_ahead.run();
    }

private:
    void read_page(std::int64_t rank, std::int64_t limit, std::function<void()> then)
    {
        Wire& wire = m_ahead.commands();
        wire.command();
        wire.add("ZCOUNT").add(m_queue).add("-inf").add(0);
        if (limit > 0) {
            wire.command();
            wire.add("ZRANGE").add(m_queue).add(rank).add(rank + limit - 1);
        }
        const auto take = [this](std::size_t command, View reply) {
            if (m_ahead.refused(reply, "ids"))
                return;
            if (command == 0)
                m_fresh = std::clamp<std::int64_t>(reply.integer(), searched_ids, most_ids) - searched_ids;
            else
                m_ids = texts_of(reply);
        };
        m_ahead.send("ids", take, std::move(then));
    }
    void read_from(std::int64_t rank)
    {
        read_page(rank, searched_ids, [this, rank] { go_on(rank); });
    }
    void go_on(std::int64_t rank)
    {
        if (m_enough())
            return m_ahead.stop();
        std::vector<std::string> ids = std::move(m_ids);
        const auto without_owner = static_cast<std::size_t>(
            m_test.only_failing() ? 0 : std::clamp<std::int64_t>(m_fresh - rank, 0, static_cast<std::int64_t>(ids.size())));
        if (static_cast<std::int64_t>(ids.size()) == searched_ids)
            read_from(rank + searched_ids);
        constexpr std::size_t before_id = 17; // of a queue's member: the time of its last change
        std::vector<std::string> kept;
        std::vector<std::string> asked;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (!m_test.only_failing())
                ids[i].erase(0, before_id);
            if (m_test.asks_fields() && i >= without_owner)
                asked.push_back(std::move(ids[i]));
            else if (m_test.id_matches(ids[i]))
                kept.push_back(std::move(ids[i]));
        }
        fetch_rows(m_ahead, Entity::task, std::move(kept), m_offer, m_missing);
        ask_fields(std::move(asked));
    }
    // Of most tasks two fields are enough to see that they do not match.
    void ask_fields(std::vector<std::string> ids)
    {
        if (ids.empty())
            return;
        const std::string prefix = m_ahead.prefix() + "task:";
        std::string key;
        Wire& wire = m_ahead.commands();
        for (const std::string& id : ids) {
            key.assign(prefix).append(id);
            wire.command();
            wire.add("HMGET").add(key).add("owner").add("failures");
        }
        const auto asked = std::make_shared<std::vector<std::string>>(std::move(ids));
        const auto kept = std::make_shared<std::vector<std::string>>();
        const auto take = [this, asked, kept](std::size_t i, View fields) {
            if (m_test.may_match((*asked)[i], fields))
                kept->push_back(std::move((*asked)[i]));
        };
        m_ahead.send("rows", take, [this, kept] { fetch_rows(m_ahead, Entity::task, std::move(*kept), m_offer, m_missing); });
    }

    Lookahead m_ahead;
    const TaskTest m_test;
    const RowTaker& m_offer;
    const std::function<bool()>& m_enough;
    const std::string m_queue;
    std::vector<std::string> m_missing; ///< of no interest here
    std::vector<std::string> m_ids;
    std::int64_t m_fresh = 0; ///< so many of the queue have no owner for sure
};

} // namespace

bool name_may_match(const Filter& by_name, const std::string& name)
{
    return by_name.empty() || by_name.matches([&](std::string_view) { return std::optional(name); });
}

std::optional<Failure> sweep_locks(Link& link, const Filter& filter, TimePoint now, const RowTaker& offer,
                                   std::vector<std::string>& missing, const std::function<bool(std::int64_t)>& enough)
{
    return LockSearch(link, filter, now, offer, missing, enough).run();
}

std::optional<Failure> sweep_tasks(Link& link, const Filter& filter, const std::string& kind, const std::string& phase,
                                   const RowTaker& offer, const std::function<bool()>& enough)
{
    return TaskSearch(link, filter, kind, phase, offer, enough).run();
}

} // namespace lockdesk::redis
