// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/task_state.h"
#include "backends/observe/judged.h"
#include "backends/observe/row_events.h"
#include "backends/observe/tracker.h"

#include <algorithm>
#include <cmath>

namespace lockdesk {

void Tracker::tick(TimePoint now, SteadyPoint steady, Update& update)
{
    count(now, steady, update);
    m_rows.cycles = m_cycles.certain(m_rows, now);
    update.settling = m_cycles.unsure();
    // Updates share unchanged findings, so that a consumer that keeps ten minutes of updates does not keep thousands of copies.
    update.findings = m_finder.find(m_rows, now, m_limits);
}

void Tracker::count(TimePoint now, SteadyPoint steady, Update& update)
{
    Summary summary;
    summary.at = now;
    summary.waiters = static_cast<std::int64_t>(m_rows.waiters.size());
    count_locks(now, summary, update.events);
    count_tasks(now, summary, update);
    count_workers(now, summary, update.events);
    count_messages(summary);
    rate(steady, update);
    update.summary = summary;
    update.backlog = m_rows.backlog;
    update.workers_read = m_rows.workers_read;
    update.locks_read = m_rows.locks_read;
    update.tasks_read = m_rows.tasks_read;
    m_reported_before = true;
}

void Tracker::count_locks(TimePoint now, Summary& summary, std::vector<Event>& events)
{
    for (const auto& [name, row] : m_rows.locks) {
        switch (lock_state(*row, judged_at(*row, now, m_rows.locks_read))) {
        case LockState::free: ++summary.free; continue;
        case LockState::cooling: ++summary.cooling; continue;
        case LockState::closing: ++summary.closing; break;
        case LockState::held: break;
        case LockState::expired: {
            ++summary.expired;
            auto& reported = m_expired.try_emplace(name, -1).first->second;
            if (reported != row->token.number()) {
                reported = row->token.number();
                if (m_reported_before) {
                    ++m_counts.expired;
                    events.push_back({EventKind::expired, Entity::lock, name, row->owner, row->token, *row->expires_at, {}});
                }
            }
            break;
        }
        }
        ++summary.held;
    }
}

void Tracker::count_tasks(TimePoint now, Summary& summary, Update& update)
{
    std::map<std::pair<std::string, std::string>, PhaseSummary> phases;
    PhaseSummary* last = nullptr; // rows of a phase are often adjacent
    for (const auto& [id, row] : m_rows.tasks) {
        if (!last || last->phase != row->phase || last->kind != row->kind) {
            last = &phases[{row->kind, row->phase}];
            last->kind = row->kind;
            last->phase = row->phase;
        }
        last->lock_timeout = row->lock_timeout;
        last->max_failures = row->max_failures;
        ++last->total;
        const auto at = judged_at(*row, now, m_rows.tasks_read);
        const auto state = task_state(*row, at);
        if (state == TaskState::held)
            ++last->held;
        else if (is_parked(*row))
            ++last->failed;
        else if (is_done(*row, at))
            ++last->done;
        else
            ++(state == TaskState::waiting ? last->waiting : last->due);
        if (state != TaskState::expired)
            continue;
        auto& reported = m_timed_out.try_emplace(id, -1).first->second;
        if (reported == row->token.number())
            continue;
        reported = row->token.number();
        if (m_reported_before)
            update.events.push_back(
                {EventKind::timed_out, Entity::task, id, row->owner, row->token, task_due_at(*row), row->phase});
    }
    auto out = std::make_shared<std::vector<PhaseSummary>>();
    for (auto& [key, phase] : phases) {
        summary.tasks += phase.total;
        summary.tasks_held += phase.held;
        summary.tasks_due += phase.due;
        summary.tasks_waiting += phase.waiting;
        summary.tasks_failed += phase.failed;
        summary.tasks_done += phase.done;
        const auto flow = m_flows.find(key);
        phase.out_rate = flow == m_flows.end() ? 0 : flow->second.rate;
        phase.more = m_truncated.has(Entity::task);
        out->push_back(std::move(phase));
    }
    update.phases = std::move(out);
}

void Tracker::count_workers(TimePoint now, Summary& summary, std::vector<Event>& events)
{
    for (const auto& [id, row] : m_rows.workers) {
        // Health as of the last read of workers: a heartbeat written since may not have been read yet.
        const auto health = worker_health(*row, std::min(now, m_rows.workers_read.value_or(now)));
        ++(health == WorkerHealth::live   ? summary.workers_live
           : health == WorkerHealth::late ? summary.workers_late
                                          : summary.workers_silent);
        auto& reported = m_health.try_emplace(id, m_reported_before ? WorkerHealth::live : health).first->second;
        if (reported == health)
            continue;
        reported = health;
        const auto kind = health == WorkerHealth::live   ? EventKind::beating
                          : health == WorkerHealth::late ? EventKind::late
                                                         : EventKind::silent;
        events.push_back({kind, Entity::worker, id, id, {}, health == WorkerHealth::live ? row->beat_at : now, {}});
    }
}

void Tracker::count_messages(Summary& summary) const
{
    summary.messages = static_cast<std::int64_t>(m_rows.messages.size());
    for (const auto& [id, row] : m_rows.messages) {
        summary.sending += row->state == MessageState::sending ? 1 : 0;
        summary.dead += row->state == MessageState::dead ? 1 : 0;
    }
    if (const auto& backlog = m_rows.backlog) {
        summary.sending = backlog->sending;
        summary.dead = backlog->dead;
        summary.messages = backlog->pending + backlog->dead;
        summary.oldest = backlog->oldest;
    }
}

// Computes rates over the time since the last ones, once that is long enough to be meaningful.
void Tracker::rate(SteadyPoint steady, Update& update)
{
    if (!m_rated) {
        m_rated = steady;
        m_counts = Counts{.workers = m_counts.workers};
        m_flows.clear();
        return;
    }
    const double seconds = std::chrono::duration<double>(steady - *m_rated).count();
    if (seconds < 0.9)
        return;
    const auto per = [&](std::int64_t n) { return static_cast<double>(n) / seconds; };
    Rates rates;
    const bool has_tokens = std::any_of(m_rows.locks.begin(), m_rows.locks.end(),
                                        [](const auto& pair) { return pair.second->token.number() > 0; });
    if (has_tokens || m_rows.locks.empty()) {
        rates.acquired = per(m_counts.granted);
        rates.expired = per(m_counts.expired);
    }
    rates.claimed = per(m_counts.workers ? std::max(m_counts.worker_claimed, m_counts.claimed) : m_counts.claimed);
    if (m_counts.workers)
        rates.done = per(m_counts.done);
    if (m_rows.backlog) {
        rates.in = m_rows.backlog->in_rate;
        rates.out = m_rows.backlog->out_rate;
    }
    const double keep = std::exp(-seconds / 20.0); // decay over about a minute
    for (auto& [phase, flow] : m_flows) {
        flow.rate = flow.rate * keep + per(flow.left) * (1 - keep);
        flow.left = 0;
    }
    m_counts = Counts{.workers = m_counts.workers};
    m_rated = steady;
    update.rates = rates;
}

} // namespace lockdesk
