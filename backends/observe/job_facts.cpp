// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/job_facts.h"

#include "backends/engine/contracts/session_locks.h"
#include "backends/observe/lease_book.h"
#include "backends/observe/processes.h"
#include "backends/observe/spans.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::size_t least_gaps = 3;
constexpr Duration shortest_period = std::chrono::seconds{1}, slack = std::chrono::seconds{2};
constexpr Duration measured_window = std::chrono::minutes{1};

// Words of a guard's worker row: `backup mail`, `guards backup mail; relays orders`.
bool serves(const WorkerRow& guard, const std::string& lock)
{
    std::size_t at = 0;
    while ((at = guard.kinds.find(lock, at)) != std::string::npos) {
        const auto end = at + lock.size();
        const bool begins = at == 0 || guard.kinds[at - 1] == ' ' || guard.kinds[at - 1] == ',';
        if (begins && (end == guard.kinds.size() || guard.kinds[end] == ' ' || guard.kinds[end] == ',' || guard.kinds[end] == ';'))
            return true;
        at = end;
    }
    return false;
}

} // namespace

bool of_a_job_library(const std::string& source)
{
    return source.starts_with("shedlock") || source.starts_with("dist_lock") || session_lock_kind(source);
}

std::optional<Percentiles> percentiles_of(std::vector<Duration> samples)
{
    if (samples.empty())
        return std::nullopt;
    std::sort(samples.begin(), samples.end());
    return Percentiles{percentile(samples, 50), percentile(samples, 99), samples.size()};
}

void RecentTimes::add(TimePoint ended, Duration span)
{
    if (m_samples.size() >= most)
        m_samples.pop_front();
    m_samples.push_back({ended, span});
}

std::vector<Duration> RecentTimes::of(TimePoint now, Duration window) const
{
    std::vector<Duration> out;
    for (const Timed& one : m_samples)
        if (one.ended <= now && one.ended > now - window)
            out.push_back(one.span);
    return out;
}

std::optional<Duration> period_of(const std::vector<TimePoint>& starts)
{
    std::vector<Duration> gaps;
    for (std::size_t i = 1; i < starts.size(); ++i)
        gaps.push_back(starts[i] - starts[i - 1]);
    if (gaps.size() < least_gaps)
        return std::nullopt;
    std::sort(gaps.begin(), gaps.end());
    const Duration median = gaps[gaps.size() / 2];
    const auto near = std::count_if(gaps.begin(), gaps.end(), [median](Duration gap) {
        return gap >= median - median / 5 && gap <= median + median / 5;
    });
    if (median < shortest_period || near * 4 < static_cast<std::ptrdiff_t>(gaps.size()) * 3)
        return std::nullopt;
    return median;
}

void judge_runs(JobFacts& job, TimePoint now)
{
    std::vector<TimePoint> starts;
    for (const JobRun& run : job.runs)
        starts.push_back(run.at);
    job.period = period_of(starts);
    if (!job.period || job.runs.empty())
        return;
    const TimePoint last = job.runs.back().at;
    const Duration late = now - last - *job.period / 5 - slack;
    job.missed = job.running || late < *job.period ? 0 : late / *job.period;
    job.next = last + *job.period * (std::max<std::int64_t>((now - last) / *job.period, 0) + 1);
    if (job.missed == 0)
        job.next = last + *job.period;
}

// Names in a guard's words are looked up: not every lock of a large store is compared with every guard.
std::set<std::string> LeaseBook::job_keys() const
{
    std::set<std::string> out(m_regular.begin(), m_regular.end());
    for (const auto& [id, guard] : m_guards) {
        std::string word;
        for (const char c : guard.kinds + " ") {
            if (c != ' ' && c != ',' && c != ';') {
                word += c;
                continue;
            }
            if (m_locks.contains(word))
                out.insert(word);
            word.clear();
        }
        if (m_locks.contains(guard.kinds)) // a name with spaces
            out.insert(guard.kinds);
    }
    return out;
}

void LeaseBook::take_records(const Update& update)
{
    if (!update.records)
        return;
    for (const auto& [id, text] : *update.records) {
        if (text)
            m_skips.insert_or_assign(id, read_skips(*text));
        else
            m_skips.erase(id);
    }
}

std::vector<JobFacts> LeaseBook::jobs(TimePoint now) const
{
    std::vector<JobFacts> out;
    const auto as_of = [now](std::optional<TimePoint> read) { return std::min(now, read.value_or(now)); };
    for (const std::string& key : job_keys()) {
        const auto found = m_locks.find(key);
        if (found == m_locks.end())
            continue;
        const Lock& lock = found->second;
        JobFacts job;
        job.key = key;
        job.name = lock.row->name;
        job.source = lock.row->source;
        job.runs = lock.runs;
        job.running = !lock.row->owner.empty();
        judge_runs(job, as_of(m_locks_read)); // a run since then may not have been seen
        const std::string runner = job.runs.empty() ? std::string() : short_owner(job.runs.back().owner);
        for (const auto& [id, guard] : m_guards) {
            const std::string process = short_owner(id);
            const bool idle = process != runner && (job.runs.empty() || guard.started_at <= job.runs.back().at);
            if (idle && serves(guard, job.name) && worker_health(guard, as_of(m_workers_read)) == WorkerHealth::live)
                job.stood_by.push_back(process);
        }
        std::sort(job.stood_by.begin(), job.stood_by.end());
        if (const auto guard = LockName::parse(job.name))
            if (const auto skips = m_skips.find(skips_record(*guard).str()); skips != m_skips.end())
                job.skips = skips->second;
        out.push_back(std::move(job));
    }
    return out;
}

std::vector<Maintenance> LeaseBook::maintenance(TimePoint now) const
{
    std::vector<Maintenance> out;
    for (const auto& [key, one] : m_maintained)
        if (one.until > now)
            out.push_back(one);
    return out;
}

MeasuredSpans LeaseBook::spans(TimePoint now) const
{
    return {m_holds.of(now, measured_window), m_waits.of(now, measured_window), m_task_holds.of(now, measured_window)};
}

MeasuredTimes LeaseBook::times(TimePoint now) const
{
    MeasuredSpans all = spans(now);
    return {percentiles_of(std::move(all.lock_holds)), percentiles_of(std::move(all.lock_waits)),
            percentiles_of(std::move(all.task_holds))};
}

} // namespace lockdesk
