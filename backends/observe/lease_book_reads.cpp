// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/lease_book.h"
#include "backends/observe/processes.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::size_t most_runs = 32, most_guards = 1000, most_claimed = 100'000;

} // namespace

// A run that came and went between two reads left only its end.
void LeaseBook::begin_run(Lock& lock, const LockRow& row)
{
    const bool held = !row.owner.empty() && row.acquired_at;
    const auto at = held ? row.acquired_at : row.released_at;
    if (!at || (!row.owner.empty() && !held))
        return;
    if (!lock.runs.empty()) {
        const JobRun& last = lock.runs.back();
        if (*at <= last.at || (!held && last.ended && *at <= *last.ended) || (!held && row.token == last.token && row.token != FencingToken{}))
            return;
    }
    JobRun run;
    run.at = *at;
    run.start_seen = held;
    run.owner = held ? row.owner : row.last_owner;
    run.token = row.token;
    if (!held)
        run.ended = at;
    if (lock.runs.size() >= most_runs)
        lock.runs.erase(lock.runs.begin());
    lock.runs.push_back(std::move(run));
    std::vector<TimePoint> starts;
    for (const JobRun& one : lock.runs)
        starts.push_back(one.at);
    if (of_a_job_library(row.source) || period_of(starts))
        m_regular.insert(key_of(row));
    else
        m_regular.erase(key_of(row));
}

void LeaseBook::take_guard(const WorkerRow& worker)
{
    if (has_role(worker, "guard") && (m_guards.size() < most_guards || m_guards.contains(worker.id)))
        m_guards.insert_or_assign(worker.id, worker);
}

// The time in which a worker handles a task, from its claim.
void LeaseBook::take_task(const Event& event)
{
    switch (event.kind) {
    case EventKind::claimed:
    case EventKind::taken_over:
        if (m_claimed.size() < most_claimed || m_claimed.contains(event.key))
            m_claimed.insert_or_assign(event.key, event.at);
        break;
    case EventKind::advanced:
    case EventKind::unlocked:
    case EventKind::relocked:
    case EventKind::failed:
        if (const auto claim = m_claimed.extract(event.key); !claim.empty() && event.at >= claim.mapped())
            m_task_holds.add(event.at, event.at - claim.mapped());
        break;
    default: m_claimed.erase(event.key);
    }
}

std::optional<LeaseAdvice> LeaseBook::advice(const std::string& key) const
{
    const auto found = m_locks.find(key);
    return found == m_locks.end() ? std::nullopt : std::optional(advice_of(key, found->second));
}

const LockRow* LeaseBook::row(const std::string& key) const
{
    const auto found = m_locks.find(key);
    return found == m_locks.end() ? nullptr : found->second.row.get();
}

std::vector<LeaseAdvice> LeaseBook::all() const
{
    std::vector<LeaseAdvice> out;
    for (const auto& [key, lock] : m_locks)
        if (!lock.samples.empty() || lock.died > 0)
            out.push_back(advice_of(key, lock));
    std::sort(out.begin(), out.end(), [](const LeaseAdvice& a, const LeaseAdvice& b) { return a.key < b.key; });
    return out;
}

LeaseAdvice LeaseBook::advice_of(const std::string& key, const Lock& lock)
{
    LeaseAdvice out;
    out.key = key;
    out.since = lock.since;
    out.grants = lock.grants;
    out.holds = static_cast<std::int64_t>(lock.samples.size());
    out.lease = lock.ended > 0 ? lock.short_lease : lock.lease;
    out.ended = lock.ended;
    out.late = lock.late;
    out.taken_over = lock.taken_over;
    out.died = lock.died;
    out.forced = lock.forced;
    std::vector<Duration> work;
    work.reserve(lock.samples.size());
    for (const HoldSample& sample : lock.samples) {
        work.push_back(sample.work);
        out.longest_unrenewed = std::max(out.longest_unrenewed, sample.unrenewed);
        out.renewed += sample.renewals > 0 ? 1 : 0;
        out.at_least = out.at_least || sample.at_least;
    }
    std::sort(work.begin(), work.end());
    out.p50 = percentile(work, 50);
    out.p99 = percentile(work, 99);
    out.longest = work.empty() ? Duration{0} : work.back();
    out.covers = usual_lease(out.longest_unrenewed);
    out.verdict = lease_verdict(out);
    return out;
}

} // namespace lockdesk
