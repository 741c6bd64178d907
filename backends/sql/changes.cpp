// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"

#include "backends/sql/listing.h"

#include <algorithm>
#include <set>
#include <type_traits>

namespace lockdesk::sql {

namespace {

constexpr std::size_t snapshot_page = 10'000;

class ChangeReader
{
public:
    ChangeReader(Link& link, const Poll& poll, Entities what, ChangeBatch& batch)
        : m_link(link), m_poll(poll), m_what(what), m_batch(batch)
    {
    }

    // Removals last: one outweighs a row that an earlier statement of this batch still saw.
    Answer<Done> read()
    {
        const bool done = list(Entity::lock, "lock_list", m_batch.locks, "k.name")
                          && list(Entity::task, "task_list", m_batch.tasks, "k.id")
                          && list(Entity::message, "outbox_list", m_batch.messages)
                          && list(Entity::worker, "worker_list", m_batch.workers)
                          && list(Entity::waiter, "wait_list", m_batch.waiters)
                          && list(Entity::refusal, "refusal_list", m_batch.refusals)
                          && list(Entity::audit, "audit_list", m_batch.audit);
        drop_sent();
        if (done && read_removed())
            return Done{};
        return m_failure;
    }

private:
    [[nodiscard]] bool nothing_new() const { return m_poll.news && m_poll.is_new.empty(); }

    // Waiters are few and always read in full; refusals and audit come newest first, and lack only old ones. `key`: a snapshot is read
    // in its order, page by page: the client library holds a page of text at a time, and not that of all rows beside the rows. A row
    // that is written between two pages is among the next poll's changes.
    template <class Row>
    bool list(Entity entity, const char* statement, std::vector<Row>& rows, const char* key = nullptr)
    {
        const bool in_full = entity == Entity::waiter;
        const bool is_log = entity == Entity::refusal || entity == Entity::audit;
        if (!m_what.has(entity) || (nothing_new() && !in_full))
            return true;
        const bool news = m_poll.news && !in_full;
        const bool in_pages = !m_poll.news && key != nullptr;
        const std::vector<OrderColumn> order{{key, 1}};
        std::string where = news ? m_poll.is_new : "true";
        where += !m_poll.news && entity == Entity::message ? m_poll.unsent : "";
        std::string after;
        std::size_t seen = 0;
        for (bool more = true; more;) {
            const auto size = std::min(in_pages ? snapshot_page : m_poll.limit + 1, m_poll.limit + 1 - seen);
            Values values = news ? m_poll.values : Values();
            values.sql("where", where + after).sql("limit", "LIMIT " + std::to_string(size));
            values.sql("order", in_pages ? order_by(order, false) : is_log ? "ORDER BY k.seq DESC" : "");
            const auto answer = m_link.run(statement, values, Effect::read, in_pages ? Use::once : Use::often);
            if (!answer)
                return fails(answer.failure());
            const Result& r = *answer;
            const int found = r.is_null(0, 1) ? 0 : r.rows(); // one without a key says that there is none
            for (int i = 0; i < found; ++i) {
                if (++seen > m_poll.limit) {
                    if (!is_log || !m_poll.news)
                        m_batch.truncated = m_batch.truncated | entity;
                    return true;
                }
                if (r.is_null(i, 1) || (!in_full && was_reported(r, i)))
                    continue;
                if constexpr (std::is_same_v<Row, LockRow> || std::is_same_v<Row, TaskRow>)
                    m_batch.add(listed_row<Row>(r, i), m_poll.limit, m_poll.news ? nullptr : m_poll.known);
                else
                    rows.push_back(listed_row<Row>(r, i));
            }
            more = in_pages && static_cast<std::size_t>(found) == size;
            if (more)
                after = " AND " + comes_after(m_link, order, false, r, found - 1);
        }
        return true;
    }

    void drop_sent()
    {
        std::erase_if(m_batch.messages, [&](const MessageRow& row) {
            if (row.state == MessageState::sent)
                m_batch.gone.push_back({Entity::message, row.id});
            return row.state == MessageState::sent;
        });
    }

    bool read_removed()
    {
        if (!m_poll.news || nothing_new())
            return true;
        Values values = m_poll.values;
        const auto answer = m_link.run("changes_removed", values.sql("where", m_poll.is_new), Effect::read);
        if (!answer)
            return fails(answer.failure());
        std::set<std::pair<Entity, std::string>> removed;
        for (int i = 0; i < answer->rows(); ++i)
            for (const auto entity : {Entity::lock, Entity::task, Entity::message, Entity::worker}) {
                if (answer->text(i, 1) != word(entity) || !m_what.has(entity))
                    continue;
                std::string key(answer->text(i, 2));
                if (!was_reported(*answer, i))
                    m_batch.gone.push_back({entity, key});
                removed.emplace(entity, std::move(key));
            }
        std::erase_if(m_batch.locks, [&](const LockRow& row) { return removed.contains({Entity::lock, row.name}); });
        std::erase_if(m_batch.tasks, [&](const TaskRow& row) { return removed.contains({Entity::task, row.id}); });
        std::erase_if(m_batch.messages, [&](const MessageRow& row) { return removed.contains({Entity::message, row.id}); });
        std::erase_if(m_batch.workers, [&](const WorkerRow& row) { return removed.contains({Entity::worker, row.id}); });
        return true;
    }

    [[nodiscard]] bool was_reported(const Result& r, int row) const
    {
        return m_poll.was_reported && m_poll.was_reported(r, row);
    }

    bool fails(const Failure& failure)
    {
        m_failure = failure;
        return false;
    }

    Link& m_link;
    const Poll& m_poll;
    Entities m_what;
    ChangeBatch& m_batch;
    Failure m_failure;
};

} // namespace

Answer<ChangeBatch> SqlChanges::since(const ChangeCursor& cursor, Entities what, std::size_t limit)
{
    auto poll = this->poll(cursor.text, what);
    if (!poll)
        return poll.failure();
    poll->limit = limit;
    poll->known = known(what);
    ChangeBatch batch;
    batch.next.text = poll->next;
    batch.snapshot = !poll->news;
    if (const auto done = ChangeReader(m_link, *poll, what, batch).read(); !done)
        return done.failure();
    // More changes than a batch may hold: a full snapshot is more useful than a part of them.
    if (poll->news && !batch.truncated.empty())
        return since({}, what, limit);
    was_read(poll->next, what);
    return {std::move(batch), poll.store_time()};
}

} // namespace lockdesk::sql
