// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/ids.h"
#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/time.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk {

/// Runs of a job that one process skipped because the lock was not free.
struct JobSkip
{
    std::string process;   ///< `host/pid`; `host` alone: earlier processes of that host together
    std::int64_t runs = 0; ///< skipped
    TimePoint first{}, last{}; ///< store time
    std::string why;       ///< of the last one: `busy`, `cooling`
    std::string held_by;   ///< holder at the last one, its whole owner; empty: unknown
    friend bool operator==(const JobSkip&, const JobSkip&) = default;
};

/// The record of a store in which guards note what they skip. Its text is a line per process, the last one first; without
/// lines nobody skipped a run. Guards of lockdeskctl and lockdesk-worker write it.
RecordId skips_record(const LockName& guard);

inline constexpr std::size_t most_skipping = 16; ///< processes in a record; older ones count for their host

/// Reads such a text; lines of another form are left out.
std::vector<JobSkip> read_skips(std::string_view text);
std::string write_skips(const std::vector<JobSkip>& skips);
/// Adds runs that a process skipped, as the newest.
void add_skip(std::vector<JobSkip>& skips, JobSkip skip);

} // namespace lockdesk
