// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/time.h"
#include "backends/observe/job_skips.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// A run of a job, as far as it was seen.
struct JobRun
{
    TimePoint at{};                  ///< the grant; for a run that came and went between two reads, its end
    std::optional<TimePoint> ended;  ///< the release, or the end of the lease; nullopt: still running, or no end was observed
    std::string owner;
    FencingToken token;
    bool start_seen = true;
    friend bool operator==(const JobRun&, const JobRun&) = default;
};

/// A job: a lock that a guard serves, one of a library for jobs (ShedLock, dist_lock), one of a session, or one that is
/// acquired regularly.
struct JobFacts
{
    std::string key, name, source;
    std::optional<Duration> period; ///< from the runs seen; nullopt: too few, or they are not regular
    std::vector<JobRun> runs;       ///< newest last
    bool running = false;
    std::optional<TimePoint> next;  ///< when the next run is due, by the period
    std::int64_t missed = 0;        ///< runs that should have been since the last one
    std::vector<std::string> stood_by; ///< live guards of it that did not do the last run
    /// Who skipped runs because the lock was not free, the last one first; nullopt: nobody recorded it, or it was not read.
    std::optional<std::vector<JobSkip>> skips{};
};

/// The period of runs that begin regularly: the median of at least three gaps, of which three quarters are within a fifth of
/// it; else nullopt. `starts` ascend.
std::optional<Duration> period_of(const std::vector<TimePoint>& starts);

/// Whether every lock of the source is one of a job.
bool of_a_job_library(const std::string& source);

/// Fills in what follows from the runs at store time `now`: period, next, missed.
void judge_runs(JobFacts& job, TimePoint now);

} // namespace lockdesk
