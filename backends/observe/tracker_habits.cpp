// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Counters, and the habits of locks.
#include "backends/observe/tracker.h"

#include "backends/observe/row_events.h"

#include <algorithm>

namespace lockdesk {

namespace {

constexpr std::size_t most_gone_workers = 1000;

void note_run(LockHabit& habit, const LockRow& row)
{
    // A short run may come and go between two polls; its token and its end reveal it.
    const bool passed = !row.acquired_at && row.released_at && row.token > habit.last_token;
    const auto run = passed ? row.released_at : row.acquired_at;
    const bool same = row.token != FencingToken{} && row.token == habit.last_token;
    if (!run || *run <= habit.last_run || same)
        return;
    if (habit.last_run != TimePoint{}) {
        const auto gap = *run - habit.last_run;
        habit.shortest_gap = habit.gaps_seen == 0 ? gap : std::min(habit.shortest_gap, gap);
        habit.longest_gap = std::max(habit.longest_gap, gap);
        ++habit.gaps_seen;
    }
    habit.last_run = *run;
    habit.last_token = row.token;
}

} // namespace

std::optional<Duration> LockHabit::period() const
{
    if (gaps_seen < 4 || shortest_gap < std::chrono::seconds{1} || longest_gap - shortest_gap > longest_gap / 5)
        return std::nullopt;
    return longest_gap;
}

void Tracker::learn(const LockRow* before, const LockRow& after)
{
    m_counts.granted += before == &after ? 0 : grants_between(before, after);
    auto known = m_rows.habits.find(key_of(after));
    if (known == m_rows.habits.end()) {
        if (before == &after)
            return; // most of a large store never change while they are in view
        known = m_rows.habits.try_emplace(key_of(after)).first;
        if (before)
            note_run(known->second, *before);
    }
    LockHabit& habit = known->second;
    note_run(habit, after);
    const bool given_back = before && before != &after && !before->owner.empty() && after.owner.empty();
    if (given_back && before->acquired_at && after.released_at) {
        const auto hold = std::max(*after.released_at - *before->acquired_at, Duration{0});
        habit.usual_hold = habit.holds_seen == 0 ? hold : (habit.usual_hold * 7 + hold) / 8;
        ++habit.holds_seen;
    }
}

void Tracker::learn(const TaskRow* before, const TaskRow& after)
{
    if (!before || before == &after)
        return;
    m_counts.claimed += std::max<std::int64_t>(after.claims - before->claims, 0);
    if (after.phase != before->phase)
        ++m_flows[{before->kind, before->phase}].left;
}

void Tracker::learn(const MessageRow*, const MessageRow&) {}

void Tracker::learn(const WorkerRow* before, const WorkerRow& after)
{
    m_rows.gone_workers.erase(after.id);
    m_counts.workers = true;
    if (before == &after)
        return;
    const WorkerCounters none;
    const WorkerCounters& was = before ? before->counters : none;
    m_counts.worker_claimed += std::max<std::int64_t>(after.counters.claims - was.claims, 0);
    m_counts.done += std::max<std::int64_t>(after.counters.done - was.done, 0);
}

void Tracker::forget(const LockRow& row, TimePoint)
{
    m_expired.erase(key_of(row));
    m_rows.habits.erase(key_of(row));
}

void Tracker::forget(const TaskRow& row, TimePoint)
{
    m_timed_out.erase(row.id);
    ++m_flows[{row.kind, row.phase}].left;
}

void Tracker::forget(const MessageRow&, TimePoint) {}

void Tracker::forget(const WorkerRow& row, TimePoint now)
{
    m_health.erase(row.id);
    if (m_rows.gone_workers.size() >= most_gone_workers)
        m_rows.gone_workers.erase(m_rows.gone_workers.begin());
    m_rows.gone_workers[row.id] = now;
}

} // namespace lockdesk
