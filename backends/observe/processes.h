// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/store_rows.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockdesk {

/// Finds the process of an owner. A process has one worker row; each run of a guard and each term of a leader has an owner
/// of its own with the same host and process id. A process that reuses the host and id of a dead one (common in containers)
/// began after its predecessor's grants. Points into the rows: valid as long as they are.
class Processes
{
public:
    using Gone = std::map<std::string, TimePoint>;
    /// `gone`: workers that left, with the time.
    explicit Processes(const RowMap<WorkerRow>& workers, const Gone& gone = none_gone()) : m_workers(workers), m_gone(gone)
    {
    }
    /// The row with that id; else the process's youngest that began before `since` (store time; nullopt: any); else null.
    [[nodiscard]] const WorkerRow* of(const std::string& owner, std::optional<TimePoint> since = {}) const;
    /// Returns when the process that acquired something at `since` left; nullopt: it did not.
    [[nodiscard]] std::optional<TimePoint> left(const std::string& owner, std::optional<TimePoint> since) const;

private:
    static const Gone& none_gone();

    const RowMap<WorkerRow>& m_workers;
    const Gone& m_gone;
    mutable std::optional<std::multimap<std::string, TimePoint>> m_gone_by_process;
    mutable std::optional<std::unordered_map<std::string, std::vector<const WorkerRow*>>>
        m_by_process; ///< built on first use
};

/// Whether the worker has this role, alone or among others (`worker+relay`).
bool has_role(const WorkerRow& worker, std::string_view role);
/// Whether the worker is the leader of this name: it holds the lock for as long as it lives.
bool leads(const WorkerRow& worker, const std::string& lock);
/// Whether the worker declares that it claims tasks of this kind in this phase: `gateway Creating,Starting`; without phases
/// it claims tasks in all phases of the kind.
bool claims(const WorkerRow& worker, std::string_view kind, std::string_view phase);

} // namespace lockdesk
