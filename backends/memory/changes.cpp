// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/memory/database.h"

#include <charconv>

namespace lockdesk::memory {

namespace {

// Parses "epoch:stamp". Anything else, another epoch, or a stamp whose removals are forgotten: starts from a snapshot.
std::optional<std::int64_t> position(const Space& s, const ChangeCursor& cursor)
{
    const char* const end = cursor.text.data() + cursor.text.size();
    std::int64_t epoch = 0;
    std::int64_t stamp = 0;
    const auto first = std::from_chars(cursor.text.data(), end, epoch);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ':')
        return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, stamp);
    if (second.ec != std::errc{} || second.ptr != end || epoch != s.epoch || stamp < s.forgotten || stamp > s.counter)
        return std::nullopt;
    return stamp;
}

class Batch
{
public:
    Batch(Space& s, TimePoint now, Entities what, std::size_t limit, KnownRows* known)
        : m_space(s), m_now(now), m_what(what), m_limit(limit), m_known(known)
    {
    }

    ChangeBatch snapshot()
    {
        m_batch.snapshot = true;
        fill(Entity::lock, m_space.locks, m_batch.locks, [&](const auto& e) { return shown(m_space, e.second, m_now); });
        fill(Entity::task, m_space.tasks, m_batch.tasks, [&](const auto& e) { return shown(m_space, e.second); });
        fill(Entity::worker, m_space.workers, m_batch.workers, [&](const auto& e) { return shown(e.second); });
        messages();
        return finish(0, m_space.counter);
    }

    ChangeBatch since(std::int64_t from)
    {
        std::int64_t reached = m_space.counter;
        auto it = m_space.log.upper_bound(from);
        for (std::int64_t last = from; it != m_space.log.end(); last = it->first, ++it) {
            if (!m_what.has(it->second.entity) || it->second.entity == Entity::waiter)
                continue;
            // A full batch ends before this row; the next call continues with it.
            if (m_rows[it->second.entity]++ == m_limit) {
                reached = last;
                break;
            }
            add(it->second);
        }
        return finish(from, reached);
    }

private:
    template <class Table, class Row, class Show>
    void fill(Entity entity, const Table& table, const std::vector<Row>& rows, Show show)
    {
        if (!m_what.has(entity))
            return;
        for (const auto& entry : table) {
            if (m_batch.read_of(rows) == m_limit) {
                m_batch.truncated = m_batch.truncated | entity;
                return;
            }
            m_batch.add(show(entry), m_limit, m_known);
        }
    }

    // Dead messages count as live: they wait for a person.
    void messages()
    {
        if (!m_what.has(Entity::message))
            return;
        for (const auto& [seq, message] : m_space.by_seq) {
            if (message->stored == Stored::sent)
                continue;
            if (m_batch.messages.size() == m_limit) {
                m_batch.truncated = m_batch.truncated | Entity::message;
                return;
            }
            m_batch.messages.push_back(shown(*message, m_now));
        }
    }

    void add(const Space::LogEntry& entry)
    {
        const auto put = [&](const auto& table, auto& rows, auto show) {
            const auto it = table.find(entry.key);
            if (it == table.end())
                m_batch.gone.push_back({entry.entity, entry.key});
            else
                rows.push_back(show(it->second));
        };
        switch (entry.entity) {
        case Entity::lock: put(m_space.locks, m_batch.locks, [&](const auto& r) { return shown(m_space, r, m_now); }); break;
        case Entity::task: put(m_space.tasks, m_batch.tasks, [&](const auto& r) { return shown(m_space, r); }); break;
        case Entity::worker: put(m_space.workers, m_batch.workers, [&](const auto& r) { return shown(r); }); break;
        case Entity::message: {
            const auto it = m_space.messages.find(entry.key);
            if (it == m_space.messages.end() || it->second.stored == Stored::sent)
                m_batch.gone.push_back({entry.entity, entry.key});
            else
                m_batch.messages.push_back(shown(it->second, m_now));
            break;
        }
        case Entity::waiter:
        case Entity::refusal:
        case Entity::audit: break;
        }
    }

    template <class Row>
    void newest(Entity entity, const std::map<std::int64_t, Row>& table, std::vector<Row>& rows, std::int64_t from,
                std::int64_t to)
    {
        if (!m_what.has(entity))
            return;
        for (auto it = std::make_reverse_iterator(table.upper_bound(to)); it != table.rend() && it->first > from; ++it) {
            if (rows.size() == m_limit) {
                m_batch.truncated = m_batch.truncated | entity;
                return;
            }
            rows.push_back(it->second);
        }
    }

    ChangeBatch finish(std::int64_t from, std::int64_t reached)
    {
        newest(Entity::refusal, m_space.refusals, m_batch.refusals, from, reached);
        newest(Entity::audit, m_space.audit, m_batch.audit, from, reached);
        if (m_what.has(Entity::waiter))
            for (const auto& [key, waiter] : m_space.waiters)
                if (waiter.row.until > m_now)
                    m_batch.waiters.push_back(waiter.row);
        m_batch.next.text = std::to_string(m_space.epoch) + ":" + std::to_string(reached);
        return std::move(m_batch);
    }

    Space& m_space;
    TimePoint m_now;
    Entities m_what;
    std::size_t m_limit;
    KnownRows* m_known;
    std::map<Entity, std::size_t> m_rows;
    ChangeBatch m_batch;
};

class MemoryChanges final : public Changes
{
public:
    explicit MemoryChanges(Context& context) : m_context(context) {}

    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            const auto from = position(s, cursor);
            Batch batch(s, now, what, limit, known(what));
            return from ? batch.since(*from) : batch.snapshot();
        });
    }

private:
    Context& m_context;
};

} // namespace

std::unique_ptr<Changes> make_changes(Context& context) { return std::make_unique<MemoryChanges>(context); }

} // namespace lockdesk::memory
