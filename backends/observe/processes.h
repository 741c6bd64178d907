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

/// Which process an owner belongs to. A process has one worker row; each run of a guard and each term of a leader has an owner of its
/// own, of the same host and process id. One that has got the host and id of a process that is gone (in a container that is often
/// so) began after what its predecessor took. Points into the rows: valid as long as they are.
class Processes
{
public:
    using Gone = std::map<std::string, TimePoint>;
    /// `gone`: workers that left, and when.
    explicit Processes(const RowMap<WorkerRow>& workers, const Gone& gone = none_gone()) : m_workers(workers), m_gone(gone)
    {
    }
    /// The row of that very id; else that of the process which began before `since` (store time; none: the youngest). Null: none.
    [[nodiscard]] const WorkerRow* of(const std::string& owner, std::optional<TimePoint> since = {}) const;
    /// When the process that had taken something at `since` left, if it did.
    [[nodiscard]] std::optional<TimePoint> left(const std::string& owner, std::optional<TimePoint> since) const;

private:
    static const Gone& none_gone();

    const RowMap<WorkerRow>& m_workers;
    const Gone& m_gone;
    mutable std::optional<std::multimap<std::string, TimePoint>> m_gone_by_process;
    mutable std::optional<std::unordered_map<std::string, std::vector<const WorkerRow*>>>
        m_by_process; ///< when first needed
};

/// Whether that worker has this role, alone or beside others (`worker+relay`).
bool has_role(const WorkerRow& worker, std::string_view role);
/// Whether that worker is the leader of this name: it holds the lock for as long as it lives.
bool leads(const WorkerRow& worker, const std::string& lock);
/// Whether that worker says that it claims tasks of this kind in this phase: `gateway Creating,Starting`; without phases it claims
/// all that the kind has.
bool claims(const WorkerRow& worker, std::string_view kind, std::string_view phase);

} // namespace lockdesk
