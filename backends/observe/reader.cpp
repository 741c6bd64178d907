// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/reader.h"

#include "backends/engine/rules/row_order.h"
#include "backends/observe/tracker.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockdesk {

namespace {

using std::chrono::steady_clock;

constexpr auto clock_every = std::chrono::seconds{10};
constexpr auto waits_every = std::chrono::seconds{2};
constexpr auto backlog_every = std::chrono::milliseconds{900};
// The first rows of a search: more than a screen shows, and no longer than a user waits without wondering.
constexpr std::size_t first_found = 1000;
constexpr auto first_within = std::chrono::milliseconds{400};

TimePoint wall_now() { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); }

} // namespace

bool OwnPace::due(SteadyPoint now, bool hurry) const
{
    if (!m_last)
        return true;
    const auto rest = Duration{static_cast<std::int64_t>(static_cast<double>(m_busy.count()) / m_share)};
    return now >= steady_after(*m_last, hurry ? rest : std::max(m_every, rest));
}

void OwnPace::took(SteadyPoint now, Duration busy)
{
    m_last = now;
    m_busy = busy;
}

Reader::Reader(Session& session, ReadLimits limits, MoreSources* more, SearchLine* line, KnownRows* known)
    : m_session(session), m_more(more), m_line(line), m_known(known), m_limit(limits.rows), m_found_limit(limits.found),
      m_in_process(runs_in_process(session.capabilities())), m_waits_pace(waits_every, limits.waits_share)
{
}

Entities Reader::supported(Entities wanted) const
{
    const Capabilities& can = m_session.capabilities();
    Entities out;
    const auto add = [&](Entity entity, bool possible) {
        if (possible && wanted.has(entity))
            out = out | entity;
    };
    add(Entity::lock, true);
    add(Entity::task, can.tasks);
    add(Entity::message, can.outbox);
    add(Entity::worker, can.workers);
    add(Entity::waiter, can.waiters);
    add(Entity::refusal, can.fence != FenceStrength::none);
    add(Entity::audit, can.audit);
    return out;
}

Answer<Reading> Reader::read(Entities wanted, bool full) { return read(wanted, full, m_limit); }

// Records of other libraries have no order that makes reading a part cheaper than reading all.
Answer<Reading> Reader::read_first(Entities wanted, std::size_t rows)
{
    return read(wanted, true, m_session.capabilities().changes ? std::min(rows, m_limit) : m_limit);
}

Answer<Reading> Reader::read(Entities wanted, bool full, std::size_t limit)
{
    m_spent = Duration{0};
    m_calls = 0;
    Reading reading;
    reading.asked = supported(wanted);
    if (auto failure = read_clock())
        return *failure;
    auto batch = since(reading.asked, full, limit);
    if (!batch)
        return batch.failure();
    reading.batch = std::move(*batch);
    if (limit < m_limit && !reading.batch.truncated.empty()) {
        reading.partial = true;
        return finished(std::move(reading));
    }
    m_truncated = reading.batch.snapshot ? without(m_truncated, reading.asked) | reading.batch.truncated
                                         : m_truncated | reading.batch.truncated;
    reading.full = full || reading.batch.snapshot;
    if (m_more && reading.asked.has(Entity::lock)) {
        m_more->add_to(reading.batch, m_session);
        reading.beside = m_more->spent();
    }
    const bool awaited = has_to_search(); // its user waits: what can wait does
    search(reading);
    if (awaited) {
        reading.about = m_about;
        return finished(std::move(reading));
    }
    const auto now = steady_clock::now();
    if (reading.asked.has(Entity::message) && now - m_backlog_read >= backlog_every) {
        auto backlog = timed([&] { return m_session.outbox().backlog(); });
        if (!backlog && backlog.failure().kind != FailureKind::unsupported)
            return backlog.failure();
        if (backlog)
            reading.backlog = *backlog;
        m_backlog_read = now;
    }
    if (auto failure = read_store(reading))
        return *failure;
    if (auto failure = read_waits(reading))
        return *failure;
    if (auto failure = read_records(reading))
        return *failure;
    read_about(reading.batch.truncated, reading);
    return finished(std::move(reading));
}

Reading Reader::finished(Reading reading) const
{
    reading.clock = m_clock;
    // Subtracts the round trips, which cost the store nothing.
    const auto travel = m_clock.uncertainty * 2 * m_calls;
    reading.busy = std::max(m_spent - travel, m_spent / 4);
    return reading;
}

Answer<ChangeBatch> Reader::since(Entities wanted, bool full, std::size_t limit)
{
    if (!m_session.capabilities().changes)
        return list_all(wanted);
    // The cursor does not cover entities that were not requested until now.
    const bool whole = full || !without(wanted, m_covered).empty();
    m_covered = wanted;
    if (m_known != nullptr) {
        m_known->begin();
        m_session.changes().leave_out(m_known);
    }
    auto batch = timed([&] { return m_session.changes().since(whole ? ChangeCursor{} : m_cursor, wanted, limit); });
    if (batch)
        m_cursor = batch->next;
    else
        m_covered = {};
    return batch;
}

// Records of other libraries have no change stamps: every poll reads them all.
Answer<ChangeBatch> Reader::list_all(Entities wanted)
{
    ChangeBatch batch;
    batch.snapshot = true;
    const ListRequest request{{}, m_limit};
    const auto take = [&](Entity entity, auto list, auto& into) -> std::optional<Failure> {
        if (!wanted.has(entity))
            return std::nullopt;
        auto page = timed(list);
        if (!page)
            return page.failure().kind == FailureKind::unsupported ? std::nullopt : std::optional(page.failure());
        into = std::move(page->rows);
        if (page->truncated)
            batch.truncated = batch.truncated | entity;
        return std::nullopt;
    };
    auto failure = take(
        Entity::lock, [&] { return m_session.locks().list(request); }, batch.locks);
    if (!failure)
        failure = take(
            Entity::waiter, [&] { return m_session.locks().list_waiters(request); }, batch.waiters);
    if (!failure)
        failure = take(
            Entity::task, [&] { return m_session.tasks().list(request); }, batch.tasks);
    if (!failure)
        failure = take(
            Entity::message, [&] { return m_session.outbox().list(request); }, batch.messages);
    if (!failure)
        failure = take(
            Entity::worker, [&] { return m_session.workers().list(request); }, batch.workers);
    if (!failure)
        failure = take(
            Entity::refusal, [&] { return m_session.fence().list_refusals(request); }, batch.refusals);
    if (!failure)
        failure = take(
            Entity::audit, [&] { return m_session.audit().list(request); }, batch.audit);
    if (failure)
        return *failure;
    return batch;
}

std::optional<Failure> Reader::read_clock()
{
    const auto before = steady_clock::now();
    if (m_clock.known && !m_clock.sandbox && before - m_clock_read < clock_every)
        return std::nullopt;
    auto reading = timed([&] { return m_session.admin().clock(m_clock.known ? 1 : 3); });
    if (!reading)
        return reading.failure();
    const auto steady = steady_clock::now();
    // Ignores a slow probe, which is less precise than the last good one, unless that has grown old.
    const bool worse = m_clock.known && reading->uncertainty > m_clock.uncertainty * 2;
    if (worse && !reading->rate && before - m_clock_read < 6 * clock_every)
        return std::nullopt;
    m_clock_read = steady;
    m_clock.known = true;
    m_clock.sandbox = reading->rate.has_value();
    m_clock.rate = reading->rate.value_or(1.0);
    m_clock.offset = reading->offset;
    m_clock.uncertainty = reading->uncertainty;
    m_clock.at = steady;
    m_clock.store = m_clock.sandbox ? reading->store : wall_now() + reading->offset;
    return std::nullopt;
}

bool Reader::has_to_search() const
{
    return std::any_of(m_searches.begin(), m_searches.end(), [&](const auto& one) {
        const auto before = m_searched.find(one.first);
        return m_truncated.has(one.first.entity) && (before == m_searched.end() || !(before->second == one.second));
    });
}

void Reader::search(Reading& reading)
{
    search<LockRow>(
        Entity::lock, [](Session& s) -> auto& { return s.locks(); }, [](Session& s) { return ordered_list(s.locks()); },
        reading.batch.locks, reading);
    search<TaskRow>(
        Entity::task, [](Session& s) -> auto& { return s.tasks(); }, [](Session& s) { return ordered_list(s.tasks()); },
        reading.batch.tasks, reading);
    search<MessageRow>(
        Entity::message, [](Session& s) -> auto& { return s.outbox(); },
        [](Session&) { return static_cast<OrderedList<MessageRow>*>(nullptr); }, reading.batch.messages, reading);
    if (m_line != nullptr && m_searches.empty() && std::exchange(m_line_used, false))
        m_line->rest();
}

std::map<Entity, std::vector<std::string>> Reader::orders() const
{
    std::map<Entity, std::vector<std::string>> out;
    const auto add = [&](Entity entity, auto* list) {
        if (list != nullptr)
            out[entity] = {list->order_columns().begin(), list->order_columns().end()};
    };
    if (m_session.capabilities().changes) {
        add(Entity::lock, ordered_list(m_session.locks()));
        add(Entity::task, ordered_list(m_session.tasks()));
    }
    return out;
}

template <class Row, class List, class Ordered>
void Reader::search(Entity entity, List list, Ordered ordered, std::vector<Row>& into, Reading& reading)
{
    std::set<SearchOf> all; // those that are over, too
    for (const Searches* searches : {&m_searches, &m_searched, &m_begun})
        for (const auto& one : *searches)
            if (one.first.entity == entity)
                all.insert(one.first);
    for (const SearchOf& of : all)
        search<Row>(of, list, ordered, into, reading);
}

// A search that fails, for example because it takes too long, is no failure of the poll. One that is replaced meanwhile has
// no answer; the next poll has the other one.
template <class Row, class List, class Ordered>
void Reader::search(SearchOf of, List list, Ordered ordered, std::vector<Row>& into, Reading& reading)
{
    const auto wanted = m_searches.find(of);
    const auto before = m_searched.find(of);
    if (wanted == m_searches.end() || !m_truncated.has(of.entity)) {
        if (m_begun.erase(of) + m_searched.erase(of) > 0)
            reading.found[of] = {};
        return;
    }
    const Search& search = wanted->second;
    const bool is_new = before == m_searched.end() || !(before->second == search);
    if (!reading.asked.has(of.entity) || (!is_new && (!reading.full || m_failed.contains(of))))
        return;
    Found found{search.filter};
    found.order = search.order;
    found.after = search.after;
    const auto session = m_line != nullptr ? m_line->begin(of, search) : Answer<Session*>(&m_session);
    m_line_used = true;
    std::optional<std::vector<Row>> rows;
    const auto begun = m_begun.find(of);
    const bool first = is_new && (begun == m_begun.end() || !(begun->second == search));
    if (session)
        rows = this->found<Row>(**session, search, first, list, ordered, found);
    else
        found.problem = session.failure().message;
    if (m_line != nullptr && m_line->end())
        return;
    m_failed.erase(of);
    if (!rows && search.order)
        m_failed.insert(of); // too much for this store: not again with every full poll
    (found.so_far ? m_begun : m_searched).insert_or_assign(of, search);
    if (!found.so_far)
        m_begun.erase(of);
    if (rows) {
        found.rows = static_cast<std::int64_t>(rows->size());
        into.insert(into.end(), std::make_move_iterator(rows->begin()), std::make_move_iterator(rows->end()));
    }
    reading.found[of] = std::move(found);
}

// Returns the rows; nullopt if there is a problem.
template <class Row, class List, class Ordered>
std::optional<std::vector<Row>> Reader::found(Session& session, const Search& search, bool first, List list, Ordered ordered,
                                              Found& found)
{
    if (!search.order) {
        ListRequest request{search.filter, m_found_limit};
        if (first && first_found < m_found_limit) {
            request.limit = first_found;
            request.patience = first_within;
        }
        auto page = timed([&] { return list(session).list(request); });
        if (!page) {
            found.problem = page.failure().message;
            return std::nullopt;
        }
        found.so_far = request.patience && (page->truncated || page->unfinished);
        found.more = page->truncated || page->unfinished;
        return std::move(page->rows);
    }
    if constexpr (!std::is_same_v<Row, MessageRow>) {
        OrderedList<Row>* const in_order = ordered(session);
        if (in_order == nullptr) {
            found.problem = "this store has no order of these rows";
            return std::nullopt;
        }
        auto page = timed([&] {
            return in_order->list_ordered({search.filter, *search.order, search.after, std::max<std::size_t>(m_found_limit, 2)});
        });
        if (!page) {
            found.problem = page.failure().message;
            return std::nullopt;
        }
        auto keys = std::make_shared<std::vector<std::string>>();
        for (const Row& row : page->rows)
            keys->push_back(key_of(row));
        if (!page->rows.empty())
            found.middle = mark_of(page->rows[page->rows.size() / 2], search.order->column);
        found.keys = std::move(keys);
        found.more = page->more;
        return std::move(page->rows);
    }
    return std::nullopt;
}

} // namespace lockdesk
