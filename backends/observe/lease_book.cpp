// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/lease_book.h"

#include "backends/engine/rules/lease_end.h"
#include "backends/observe/row_events.h"
#include "backends/observe/spans.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::size_t most_samples = 1000, fewest_samples = 20; ///< of a lock
constexpr std::size_t samples_of_all = 200'000;                 ///< while that is not below the fewest of each
constexpr std::size_t most_open = 16, most_dead = 10'000, most_overrunners = 10'000;
constexpr std::size_t most_at_first = 20'000;
constexpr std::size_t most_locks = 100'000; ///< beyond, a lock that leaves unmeasured is forgotten

bool same_hold(const LockRow& a, const LockRow& b) { return a.owner == b.owner && a.token == b.token && a.acquired_at == b.acquired_at; }

// An operator's release raises the token of a row that had an owner.
bool freed_by_force(const LockRow& before, const LockRow& after)
{
    return after.owner.empty() && after.token > before.token
           && (!after.reason.empty() || after.token == before.token.next());
}

std::optional<Duration> lease_of(const LockRow& row)
{
    if (row.lease && *row.lease < no_end)
        return row.lease;
    const auto from = row.renewed_at ? row.renewed_at : row.acquired_at;
    return from && lease_end(row) ? std::optional(*lease_end(row) - *from) : std::nullopt;
}

// Whether the words of a worker about its work name the lock: "backup", "backup, mail and 3 more".
bool names(const std::string& doing, const std::string& lock)
{
    const auto at = doing.find(lock);
    if (at == std::string::npos)
        return false;
    const auto end = at + lock.size();
    return (at == 0 || doing[at - 1] == ' ') && (end == doing.size() || doing[end] == ',' || doing[end] == ' ');
}

} // namespace

void LeaseBook::take(const Update& update)
{
    if (update.rewind)
        *this = {};
    if (update.partial)
        return; // the snapshot that follows has these rows again
    m_locks_read = update.locks_read ? update.locks_read : m_locks_read;
    m_workers_read = update.workers_read ? update.workers_read : m_workers_read;
    take_records(update);
    for (const Event& event : update.events)
        take_event(event);
    // Of very many locks that are there at first only those that change later are measured.
    const bool changed_only = update.snapshot && update.locks.size() > most_at_first;
    // Nor do the rows change that a search brings into view, of a store with more than are live.
    std::optional<std::unordered_set<std::string_view>> changed;
    if (update.truncated.has(Entity::lock)
        && std::any_of(update.found.begin(), update.found.end(), [](const auto& one) { return one.first.entity == Entity::lock; })) {
        changed.emplace();
        for (const Event& event : update.events)
            if (event.entity == Entity::lock)
                changed->insert(event.key);
    }
    for (const auto& row : update.locks) {
        if (auto one = maintenance_of(*row, update.clock.store))
            m_maintained.insert_or_assign(key_of(*row), std::move(*one));
        else if (!m_maintained.empty())
            m_maintained.erase(key_of(*row));
        if ((!changed_only && (!changed || changed->contains(key_of(*row)))) || m_locks.contains(key_of(*row)))
            take_row(row, update);
    }
    if (!update.locks.empty()) // of holds that began since the last update
        for (const Event& event : update.events)
            if (event.kind == EventKind::expired)
                take_event(event);
    for (const GoneRow& gone : update.gone)
        if (gone.entity == Entity::lock) {
            take_gone(gone.key, update);
            m_maintained.erase(gone.key);
        }
    if (update.refusals)
        take_refusals(*update.refusals);
    for (const auto& worker : update.workers) {
        take_guard(*worker);
        if (!m_open_of.empty())
            take_worker(*worker);
    }
    for (const GoneRow& gone : update.gone)
        if (gone.entity == Entity::worker)
            m_guards.erase(gone.key);
    if (update.waiters) // after the rows: who has just got a lock was still waiting at the read before
        m_waiting = *update.waiters;
}

void LeaseBook::take_event(const Event& event)
{
    if (event.entity == Entity::task) {
        take_task(event);
        return;
    }
    if (event.entity == Entity::worker) {
        const std::string process = short_owner(event.key);
        if (event.kind != EventKind::silent && event.kind != EventKind::left) {
            m_dead.erase(process);
            return;
        }
        if (m_dead.size() < most_dead)
            m_dead.insert(process);
        bury(process);
    } else if (event.entity == Entity::lock && event.kind == EventKind::expired) {
        const auto found = m_locks.find(event.key);
        if (found != m_locks.end() && found->second.current && found->second.row->token == event.token
            && found->second.row->owner == event.actor)
            overrun(found->second);
    }
}

void LeaseBook::take_row(const RowPtr<LockRow>& row, const Update& update)
{
    const auto found = m_locks.find(key_of(*row));
    if (found == m_locks.end()) {
        if (row->owner.empty() && !row->released_at)
            return; // it was never held
        Lock& lock = m_locks[key_of(*row)];
        // A holder that is there at first has one grant, which was before: tokens count from there on.
        const bool known = !row->owner.empty() && row->acquired_at;
        lock.since = known ? std::min(update.clock.store, *row->acquired_at) : update.clock.store;
        lock.row = row;
        lock.grants = known ? 1 : 0;
        begin_run(lock, *row);
        if (!row->owner.empty())
            begin(lock, *row);
        return;
    }
    Lock& lock = found->second;
    const RowPtr<LockRow> before = std::exchange(lock.row, row);
    lock.grants += grants_between(before.get(), *row);
    if (lock.current && same_hold(*before, *row)) {
        renew(lock, *row);
        return;
    }
    if (lock.current) {
        const bool given_back = row->owner.empty() && row->released_at && row->token == before->token;
        if (freed_by_force(*before, *row))
            ++lock.forced;
        else if (given_back && row->released_at == before->expires_at) { // a library whose rows do not say that nobody released
            lock.row = before;
            overrun(lock);
            lock.row = row;
        } else if (given_back)
            finish(lock, *row->released_at);
        else if (lock.current->ended >= 0)
            replaced(lock, *before, row->owner.empty() ? row->last_owner : row->owner);
        if (!lock.runs.empty() && !lock.runs.back().ended)
            lock.runs.back().ended = row->owner.empty() ? row->released_at : before->expires_at;
        lock.current.reset();
    }
    begin_run(lock, *row);
    if (!row->owner.empty())
        begin(lock, *row);
}

// Records of other libraries vanish with their hold; the event has the time of it.
void LeaseBook::take_gone(const std::string& key, const Update& update)
{
    const auto found = m_locks.find(key);
    if (found == m_locks.end())
        return;
    Lock& lock = found->second;
    if (lock.current && !lock.runs.empty() && !lock.runs.back().ended)
        lock.runs.back().ended = std::min(update.clock.store, lock.row->expires_at.value_or(end_of_time));
    const auto event = std::find_if(update.events.rbegin(), update.events.rend(), [&](const Event& one) {
        return one.entity == Entity::lock && one.key == key && one.kind == EventKind::released;
    });
    if (lock.current && lock.current->ended < 0 && event != update.events.rend())
        finish(lock, event->at);
    lock.current.reset();
    // Rows come and go while a user scrolls through a store with more rows than are live: what nothing was measured of is forgotten.
    if (m_locks.size() > most_locks && event == update.events.rend() && lock.samples.empty() && lock.open.empty() && lock.died == 0
        && lock.forced == 0) {
        m_regular.erase(key);
        m_locks.erase(found);
        return;
    }
    // The next row of this name is a new grant, whatever its token.
    auto gone = std::make_shared<LockRow>(*lock.row);
    gone->owner.clear();
    lock.row = std::move(gone);
}

void LeaseBook::begin(Lock& lock, const LockRow& row)
{
    lock.lease = lease_of(row);
    if (!row.acquired_at)
        return; // this source does not record the grant
    Current current;
    current.acquired_at = *row.acquired_at;
    current.renewed_at = row.renewed_at.value_or(*row.acquired_at);
    current.renewals = row.renewals;
    if (row.renewals > 0) // seen late: the renewals are taken as evenly spread
        current.unrenewed = (current.renewed_at - current.acquired_at) / row.renewals;
    lock.current = current;
    const auto waiter = std::find_if(m_waiting.begin(), m_waiting.end(), [&](const WaiterRow& one) {
        return one.name == row.name && one.owner == row.owner && one.since <= *row.acquired_at;
    });
    if (waiter != m_waiting.end() && row.key.empty())
        m_waits.add(*row.acquired_at, *row.acquired_at - waiter->since);
}

void LeaseBook::renew(Lock& lock, const LockRow& row)
{
    lock.lease = lease_of(row);
    Current& current = *lock.current;
    auto at = row.renewed_at;
    if (!at && row.lease && lease_end(row))
        at = *lease_end(row) - *row.lease;
    if (!at || *at <= current.renewed_at)
        return;
    if (current.ended >= 0) { // it had not ended: this source computes the end anew at each read
        drop(lock, current.ended);
        --lock.ended;
        current.ended = -1;
    }
    const auto times = std::max<std::int64_t>(row.renewals - current.renewals, 1);
    current.unrenewed = std::max(current.unrenewed, Duration((*at - current.renewed_at) / times));
    current.renewed_at = *at;
    current.renewals = std::max(row.renewals, current.renewals + 1);
}

void LeaseBook::finish(Lock& lock, TimePoint released_at)
{
    const Current& current = *lock.current;
    HoldSample sample;
    sample.renewals = current.renewals;
    sample.unrenewed = std::max({current.unrenewed, Duration(released_at - current.renewed_at), Duration{0}});
    sample.work = std::max(Duration(released_at - current.acquired_at), Duration{0});
    if (current.ended >= 0) { // a source that lets holders release later: now the work is known
        drop(lock, current.ended);
        ++lock.late;
    }
    add(lock, sample);
    m_holds.add(released_at, sample.work);
}

// The observer reported that the lease of the current hold has ended.
void LeaseBook::overrun(Lock& lock)
{
    const LockRow& row = *lock.row;
    Current& current = *lock.current;
    const auto end = lease_end(row);
    if (!end || current.ended >= 0)
        return;
    if (m_dead.contains(short_owner(row.owner))) {
        ++lock.died;
        lock.current.reset();
        return;
    }
    ++lock.ended;
    lock.short_lease = lock.lease;
    HoldSample sample;
    sample.at_least = true;
    sample.renewals = current.renewals;
    sample.work = std::max(Duration(*end - current.acquired_at), Duration{0});
    sample.unrenewed = std::max(current.unrenewed, Duration(*end - current.renewed_at));
    current.ended = add(lock, sample);
    if (lock.open.size() >= most_open)
        lock.open.erase(lock.open.begin());
    lock.open.push_back({row.owner, row.token, current.acquired_at, *end, current.ended, false, false});
    if (m_open_of.size() < most_overrunners)
        m_open_of[short_owner(row.owner)] = key_of(row);
}

// Somebody else got the lock after the end. A new grant of the same owner is no second run beside the first.
void LeaseBook::replaced(Lock& lock, const LockRow& before, const std::string& by)
{
    if (by == before.owner)
        return;
    ++lock.taken_over;
    for (Open& open : lock.open)
        open.taken_over = open.taken_over || open.sample == lock.current->ended;
}

// The process did not work beyond the end: it had died.
void LeaseBook::bury(const std::string& process)
{
    const auto open_of = m_open_of.find(process);
    if (open_of == m_open_of.end())
        return;
    Lock& lock = m_locks[open_of->second];
    m_open_of.erase(open_of);
    std::erase_if(lock.open, [&](const Open& open) {
        if (short_owner(open.owner) != process || open.late)
            return false;
        drop(lock, open.sample);
        --lock.ended;
        lock.taken_over -= open.taken_over ? 1 : 0;
        ++lock.died;
        if (lock.current && lock.current->ended == open.sample)
            lock.current.reset();
        return true;
    });
}

std::int64_t LeaseBook::add(Lock& lock, HoldSample sample)
{
    sample.number = lock.numbered++;
    const auto most = std::clamp(samples_of_all / m_locks.size(), fewest_samples, most_samples);
    if (lock.samples.size() >= most)
        lock.samples.erase(lock.samples.begin(), lock.samples.end() - static_cast<std::ptrdiff_t>(most - 1));
    lock.samples.push_back(sample);
    return sample.number;
}

void LeaseBook::drop(Lock& lock, std::int64_t number)
{
    std::erase_if(lock.samples, [number](const HoldSample& one) { return one.number == number; });
}

// The holder still worked at `at`.
void LeaseBook::take_work_after(Lock& lock, Open& open, TimePoint at)
{
    if (at <= open.ended_at)
        return;
    if (!std::exchange(open.late, true))
        ++lock.late;
    const auto sample = std::find_if(lock.samples.begin(), lock.samples.end(),
                                     [&](const HoldSample& one) { return one.number == open.sample; });
    if (sample == lock.samples.end())
        return;
    const auto more = at - open.acquired_at - sample->work;
    if (more > Duration{0}) {
        sample->work += more;
        sample->unrenewed += more;
    }
}

void LeaseBook::take_refusals(const std::vector<FenceRow>& refusals)
{
    const auto known = m_refused;
    for (const FenceRow& refusal : refusals) {
        if (known && refusal.at < *known)
            continue;
        m_refused = std::max(m_refused.value_or(refusal.at), refusal.at);
        const auto found = m_locks.find(refusal.resource);
        if (found == m_locks.end())
            continue;
        for (Open& open : found->second.open)
            if (open.token == refusal.token)
                take_work_after(found->second, open, refusal.at);
    }
}

void LeaseBook::take_worker(const WorkerRow& worker)
{
    const std::string process = short_owner(worker.id);
    const auto open_of = m_open_of.find(process);
    if (open_of == m_open_of.end())
        return;
    const auto found = m_locks.find(open_of->second);
    if (found == m_locks.end() || !names(worker.doing, found->second.row->name)
        || short_owner(found->second.row->owner) == process) // it has the lock again, and works under that grant
        return;
    for (Open& open : found->second.open)
        if (short_owner(open.owner) == process && (!worker.doing_since || *worker.doing_since <= open.ended_at))
            take_work_after(found->second, open, worker.beat_at);
}

} // namespace lockdesk
