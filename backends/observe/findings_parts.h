// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/finding_list.h"
#include "backends/observe/findings.h"
#include "backends/observe/processes.h"

#include <algorithm>
#include <vector>

namespace lockdesk {

inline constexpr std::size_t most_rows_of_a_finding = 100;

/// Input of the parts of find_findings.
struct Judged
{
    const StoreRows& rows;
    TimePoint now;
    const FindingLimits& limits;
    const Processes& processes;

    /// Health of a worker as of the last read of workers: a heartbeat since then was not read and does not count as late.
    [[nodiscard]] WorkerHealth health(const WorkerRow& row) const
    {
        return worker_health(row, std::min(now, rows.workers_read.value_or(now)));
    }
};

/// Finds waiters that others overtook.
void find_starving_waiters(const Judged& scene, FindingSink& out);
/// Finds owners and sessions that wait for one another.
void find_wait_cycles(const Judged& scene, FindingSink& out);
/// Finds tasks and messages owned by silent processes: one finding per process.
void find_work_of_silent(const Judged& scene, FindingSink& out);

} // namespace lockdesk
