// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/findings.h"
#include "backends/observe/processes.h"

#include <algorithm>
#include <vector>

namespace lockdesk {

inline constexpr std::size_t most_rows_of_a_finding = 100;

/// What the parts of find_findings look at.
struct Judged
{
    const StoreRows& rows;
    TimePoint now;
    const FindingLimits& limits;
    const Processes& processes;

    /// How a worker was when workers were looked at: what came since was not read, and is not late for that.
    [[nodiscard]] WorkerHealth health(const WorkerRow& row) const
    {
        return worker_health(row, std::min(now, rows.workers_read.value_or(now)));
    }
};

/// Waiters that others overtook.
void find_starving_waiters(const Judged& scene, std::vector<Finding>& out);
/// Tasks and messages in the hands of processes that are silent: one finding a process.
void find_work_of_silent(const Judged& scene, std::vector<Finding>& out);

} // namespace lockdesk
