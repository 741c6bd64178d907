// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/tracker.h"

#include "backends/observe/row_events.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::array every_entity{Entity::lock,   Entity::task,    Entity::message, Entity::worker,
                                  Entity::waiter, Entity::refusal, Entity::audit};
constexpr std::size_t most_events = 1000;

void keep_newest(std::vector<Event>& events, std::int64_t& left_out)
{
    if (events.size() <= most_events)
        return;
    left_out += static_cast<std::int64_t>(events.size() - most_events);
    events.erase(events.begin(), events.end() - most_events);
}

template <class Row> void drop_gone(Rows<Row>& changed, const RowMap<Row>& live, Entity entity, Update& update)
{
    const auto is_gone = [&](const RowPtr<Row>& row) { return !live.contains(key_of(*row)); };
    if (const auto came = update.came.find(entity); came != update.came.end()) {
        auto& [first, number] = came->second;
        const auto tail = changed.begin() + static_cast<std::ptrdiff_t>(first);
        number -= static_cast<std::size_t>(std::count_if(tail, changed.end(), is_gone));
        first -= static_cast<std::size_t>(std::count_if(changed.begin(), tail, is_gone));
    }
    std::erase_if(changed, is_gone);
}

} // namespace

Entities both(Entities a, Entities b)
{
    Entities out;
    for (const Entity e : every_entity)
        if (a.has(e) && b.has(e))
            out = out | e;
    return out;
}

Entities without(Entities a, Entities b)
{
    Entities out;
    for (const Entity e : every_entity)
        if (a.has(e) && !b.has(e))
            out = out | e;
    return out;
}

void Tracker::set_clock(const ClockState& clock)
{
    m_rows.clock_offset = clock.offset;
    m_rows.clock_uncertainty = clock.uncertainty;
    m_rows.sandbox = clock.sandbox;
}

void Tracker::set_database_waits(std::shared_ptr<const std::vector<DatabaseWait>> waits)
{
    m_rows.database_waits = std::move(waits);
    m_cycles.database_read();
}

void Tracker::repeat_rows(Update& update) const
{
    const auto repeat = [](const auto& live, auto& changed) {
        changed.clear(); // these are among the live ones
        changed.reserve(live.size());
        for (const auto& [key, row] : live)
            changed.push_back(row);
    };
    update.came.clear();
    repeat(m_rows.locks, update.locks);
    repeat(m_rows.tasks, update.tasks);
    repeat(m_rows.messages, update.messages);
    repeat(m_rows.workers, update.workers);
}

void Tracker::set_durability(const Durability& durability, TimePoint now)
{
    auto before = std::exchange(m_rows.weak_since, {});
    for (const Weakness& weakness : durability.weaknesses) {
        const auto known = before.find(weakness.setting);
        m_rows.weak_since[weakness.setting] = known == before.end() ? now : known->second;
    }
    m_rows.weaknesses = durability.weaknesses;
}

void Tracker::apply(ChangeBatch batch, Entities asked, Entities fresh, TimePoint now, Update& update,
                    std::optional<TimePoint> began)
{
    const Pass pass{now, fresh, batch.snapshot, update, m_rows.locks_read};
    update.covered = asked;
    if (asked.has(Entity::worker))
        m_rows.workers_read = began.value_or(now);
    if (asked.has(Entity::lock))
        m_rows.locks_read = began.value_or(now);
    if (asked.has(Entity::task))
        m_rows.tasks_read = began.value_or(now);
    update.workers_read = m_rows.workers_read;
    update.locks_read = m_rows.locks_read;
    update.tasks_read = m_rows.tasks_read;
    m_truncated = batch.snapshot ? (without(m_truncated, asked) | batch.truncated) : (m_truncated | batch.truncated);
    update.truncated = m_truncated;
    if (asked.has(Entity::lock))
        merge(batch.locks, m_rows.locks, update.locks, Entity::lock, pass, m_truncated.has(Entity::lock));
    if (asked.has(Entity::task))
        merge(batch.tasks, m_rows.tasks, update.tasks, Entity::task, pass, m_truncated.has(Entity::task));
    if (asked.has(Entity::message))
        merge(batch.messages, m_rows.messages, update.messages, Entity::message, pass, m_truncated.has(Entity::message));
    if (asked.has(Entity::worker))
        merge(batch.workers, m_rows.workers, update.workers, Entity::worker, pass, m_truncated.has(Entity::worker));
    for (const GoneRow& gone : batch.gone)
        erase(gone, pass);
    begin(); // of the next batch
    if (!update.gone.empty()) { // a row that came and went between two polls is only gone
        drop_gone(update.locks, m_rows.locks, Entity::lock, update);
        drop_gone(update.tasks, m_rows.tasks, Entity::task, update);
        drop_gone(update.messages, m_rows.messages, Entity::message, update);
        drop_gone(update.workers, m_rows.workers, Entity::worker, update);
    }
    if (asked.has(Entity::waiter))
        take_waiters(batch, update);
    if (asked.has(Entity::refusal))
        take_refusals(batch, pass);
    if (asked.has(Entity::audit))
        take_audit(batch, pass);
    keep_newest(update.events, update.events_left_out);
}

template <class Row>
void Tracker::merge(std::vector<Row>& from, RowMap<Row>& into, Rows<Row>& changed, Entity entity, const Pass& pass,
                    bool truncated)
{
    if (pass.snapshot)
        drop_missing(from, into, entity, pass);
    const Keys& found_rows = take_found(from, into, entity, pass);
    Rows<Row> came;
    for (Row& row : from) {
        auto& key = key_of(row);
        if constexpr (std::is_same_v<Row, MessageRow>) {
            if (row.state == MessageState::sent) { // not a live row
                erase(into, key, entity, pass);
                continue;
            }
        }
        const auto found = into.find(key);
        const Row* before = found == into.end() ? nullptr : found->second.get();
        const bool searched = !before && found_rows.contains(key);
        if (before ? *before == row : truncated && into.size() >= m_row_limit && !searched)
            continue;
        const bool quiet = searched || pass.fresh.has(entity); // a row that comes into view has not changed
        if (!quiet) {
            const auto first = pass.update.events.size();
            if constexpr (std::is_same_v<Row, LockRow>)
                row_events(before, row, pass.now, pass.update.events, pass.looked);
            else
                row_events(before, row, pass.now, pass.update.events);
            tell_expiry_once(pass.update.events, first);
        }
        learn(quiet ? &row : before, row);
        auto shared = std::make_shared<const Row>(std::move(row));
        (searched ? came : changed).push_back(shared);
        if (found == into.end())
            into.put(std::move(shared));
        else
            into.replace(found, std::move(shared));
    }
    if (!came.empty())
        pass.update.came[entity] = {changed.size(), came.size()};
    changed.insert(changed.end(), std::make_move_iterator(came.begin()), std::make_move_iterator(came.end()));
    std::vector<Row>().swap(from); // may be a hundred thousand: not beside those of the next entity
}

template <class Row>
const Tracker::Keys& Tracker::take_found(const std::vector<Row>& from, RowMap<Row>& into, Entity entity, const Pass& pass)
{
    Keys& kept = m_all_found[entity];
    std::ptrdiff_t left = 0;
    bool any = false;
    for (const auto& [of, found] : pass.update.found) {
        left += of.entity == entity ? static_cast<std::ptrdiff_t>(found.rows) : 0;
        any = any || of.entity == entity;
    }
    if (!any)
        return kept;
    // Rows that are live anyway stay when the search is over.
    for (const auto& [of, found] : pass.update.found) {
        if (of.entity != entity)
            continue;
        Keys now;
        const auto rows = static_cast<std::ptrdiff_t>(found.rows);
        for (auto row = from.end() - left; row != from.end() - left + rows; ++row)
            if (kept.contains(key_of(*row)) || !into.contains(key_of(*row)))
                now.insert(key_of(*row));
        left -= rows;
        m_found.insert_or_assign(of, std::move(now));
    }
    Keys now;
    for (const auto& [of, keys] : m_found)
        if (of.entity == entity)
            now.insert(keys.begin(), keys.end());
    for (const std::string& key : kept) {
        const auto row = into.find(key);
        if (now.contains(key) || row == into.end() || into.size() <= m_row_limit)
            continue;
        if constexpr (std::is_same_v<Row, TaskRow>)
            m_timed_out.erase(key); // it has not left its phase
        else
            forget(*row->second, pass.now);
        pass.update.gone.push_back({entity, key});
        into.erase(row);
    }
    return kept = std::move(now);
}

// The expiry may have been reported already, when the lease ended.
void Tracker::tell_expiry_once(std::vector<Event>& events, std::size_t first)
{
    if (events.size() <= first || events[first].kind != EventKind::expired)
        return;
    auto& reported = m_expired.try_emplace(events[first].key, -1).first->second;
    if (reported == events[first].token.number())
        events.erase(events.begin() + static_cast<std::ptrdiff_t>(first));
    else
        ++m_counts.expired;
}

template <class Row>
void Tracker::drop_missing(const std::vector<Row>& seen, RowMap<Row>& from, Entity entity, const Pass& pass)
{
    if (from.empty())
        return;
    std::unordered_set<std::string_view> names;
    names.reserve(seen.size());
    for (const Row& row : seen)
        names.insert(key_of(row));
    // A search that was replaced while everything was read has no rows here; the answer to its successor follows.
    for (const auto& [of, keys] : m_found)
        if (of.entity == entity && !pass.update.found.contains(of))
            names.insert(keys.begin(), keys.end());
    std::vector<std::string> missing;
    for (const auto& [key, row] : from)
        if (!names.contains(key) && !was_left_out(row.get()))
            missing.push_back(key);
    for (const std::string& key : missing)
        erase(from, key, entity, pass);
}

template <class Row> bool Tracker::erase(RowMap<Row>& from, const std::string& key, Entity entity, const Pass& pass)
{
    const auto found = from.find(key);
    if (found == from.end())
        return false;
    // Rows that leave the window because of the limit cause no event.
    if (!pass.fresh.has(entity) && !(pass.snapshot && m_truncated.has(entity)))
        pass.update.events.push_back(gone_event(*found->second, pass.now));
    forget(*found->second, pass.now);
    pass.update.gone.push_back({entity, key});
    from.erase(found);
    return true;
}

void Tracker::erase(const GoneRow& gone, const Pass& pass)
{
    switch (gone.entity) {
    case Entity::lock: erase(m_rows.locks, gone.key, gone.entity, pass); break;
    case Entity::task: erase(m_rows.tasks, gone.key, gone.entity, pass); break;
    case Entity::message: erase(m_rows.messages, gone.key, gone.entity, pass); break;
    case Entity::worker: erase(m_rows.workers, gone.key, gone.entity, pass); break;
    case Entity::waiter:
    case Entity::refusal:
    case Entity::audit: break; // published as complete lists
    }
}

void Tracker::take_waiters(ChangeBatch& batch, Update& update)
{
    std::map<std::string, std::int64_t, std::less<>> waiting; // for every lock where the number may have changed
    for (const WaiterRow& row : m_rows.waiters)
        waiting[row.name] = 0;
    for (const auto& row : update.locks)
        if (row->waiters != 0)
            waiting[row->name] = 0;
    for (const WaiterRow& row : batch.waiters)
        ++waiting.try_emplace(row.name, 0).first->second;
    if (!m_truncated.has(Entity::waiter))
        for (const auto& [name, number] : waiting)
            set_waiters(name, number, update);
    count_overtaken(batch.waiters);
    m_cycles.waiters_read();
    if (batch.waiters == m_rows.waiters && m_reported_before)
        return;
    m_rows.waiters = std::move(batch.waiters);
    update.waiters = std::make_shared<const std::vector<WaiterRow>>(m_rows.waiters);
}

// Counts grants to owners that began to wait later than this waiter, or not at all.
void Tracker::count_overtaken(const std::vector<WaiterRow>& waiting)
{
    auto before = std::exchange(m_rows.overtaken, {});
    std::unordered_map<std::string, TimePoint> queued; // by waiter: who waits, since when
    for (const WaiterRow& row : m_rows.waiters) {
        const auto [at, is_new] = queued.try_emplace(waiter_key(row), row.since);
        if (!is_new)
            at->second = std::min(at->second, row.since);
    }
    for (const WaiterRow& waiter : waiting) {
        const auto lock = m_rows.locks.find(waiter.name);
        auto known = before.extract(waiter_key(waiter));
        Overtaken count = known.empty() ? Overtaken{} : std::move(known.mapped());
        if (lock != m_rows.locks.end()) {
            const LockRow& row = *lock->second;
            const bool granted = row.acquired_at && *row.acquired_at > std::max(waiter.since, count.at);
            const std::string& who = row.owner.empty() ? row.last_owner : row.owner;
            const auto other = granted ? queued.find(waiter_key({waiter.name, who, {}, {}})) : queued.end();
            if (granted && who != waiter.owner && (other == queued.end() || other->second > waiter.since))
                count = {count.times + 1, *row.acquired_at, who};
        }
        if (count.times > 0)
            m_rows.overtaken.emplace(waiter_key(waiter), std::move(count));
    }
}

// Waiters come and go without a change to the lock's own row, so no store reports that row again.
void Tracker::set_waiters(const std::string& name, std::int64_t number, Update& update)
{
    const auto found = m_rows.locks.find(name);
    if (found == m_rows.locks.end() || found->second->waiters == number || found->second->source != LockRow{}.source)
        return;
    auto row = std::make_shared<LockRow>(*found->second);
    row->waiters = number;
    const auto reported = std::find(update.locks.begin(), update.locks.end(), found->second);
    if (reported == update.locks.end())
        update.locks.push_back(row);
    else
        *reported = row;
    m_rows.locks.replace(found, std::move(row));
}

// Adds the entries of a log that are not known yet, newest first, and reports as events those that are younger than the oldest
// one known: a read goes back as far as it likes, and what is older was kept once and dropped, or is from before.
template <class Row, class IsKnown, class IsOlder>
static bool add_to_log(std::vector<Row>& kept, const std::vector<Row>& read, std::size_t most, bool quiet, Update& update,
                       const IsKnown& is_known, const IsOlder& is_older)
{
    std::vector<Row> added, history;
    for (const Row& row : read)
        if (!is_known(row))
            (!kept.empty() && is_older(row, kept.back()) ? history : added).push_back(row);
    if (added.empty() && (history.empty() || kept.size() >= most) && !quiet)
        return false;
    if (!quiet)
        for (auto row = added.rbegin(); row != added.rend(); ++row)
            update.events.push_back(event_of(*row));
    kept.insert(kept.begin(), added.begin(), added.end());
    kept.insert(kept.end(), history.begin(), history.end());
    kept.resize(std::min(kept.size(), most));
    return true;
}

void Tracker::take_refusals(ChangeBatch& batch, const Pass& pass)
{
    auto& kept = m_rows.refusals;
    const bool is_new = add_to_log(
        kept, batch.refusals, most_log_entries, pass.fresh.has(Entity::refusal), pass.update,
        [&](const FenceRow& row) { return std::find(kept.begin(), kept.end(), row) != kept.end(); },
        [](const FenceRow& a, const FenceRow& b) { return a.at < b.at; });
    if (is_new)
        pass.update.refusals = std::make_shared<const std::vector<FenceRow>>(kept);
}

void Tracker::take_audit(ChangeBatch& batch, const Pass& pass)
{
    auto& kept = m_rows.audit;
    std::set<std::pair<TimePoint, std::int64_t>> known; // a log that was begun again by hand counts from 1 again
    for (const AuditRow& row : kept)
        known.emplace(row.at, row.seq);
    const bool is_new = add_to_log(
        kept, batch.audit, most_log_entries, pass.fresh.has(Entity::audit), pass.update,
        [&](const AuditRow& row) { return known.contains({row.at, row.seq}); },
        [](const AuditRow& a, const AuditRow& b) { return std::tie(a.at, a.seq) < std::tie(b.at, b.seq); });
    if (is_new)
        pass.update.audit = std::make_shared<const std::vector<AuditRow>>(kept);
}

} // namespace lockdesk
