// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/engine/contracts/database_waits.h"
#include "backends/engine/contracts/durability.h"
#include "backends/engine/contracts/outbox.h"
#include "backends/engine/contracts/tasks.h"
#include "backends/observe/row_map.h"
#include "backends/observe/wait_graph.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockdesk {

template <class Row> using Rows = std::vector<RowPtr<Row>>;

inline std::string waiter_key(const WaiterRow& row) { return row.name + "\n" + row.owner; }

/// When a task became or becomes due; for one that was never locked, when it was created or last updated.
inline TimePoint task_due_since(const TaskRow& row)
{
    return row.locked_at == never_locked ? std::max(row.updated_at, row.created_at) : task_due_at(row);
}

/// What watching a lock taught about it: how long it is usually held, how regularly it is acquired.
struct LockHabit
{
    Duration usual_hold{0}; ///< running mean of completed holds; 0: none yet
    std::int64_t holds_seen = 0;
    TimePoint last_run{};     ///< last acquisition; for a run that came and went between two polls, its end
    FencingToken last_token{}; ///< of that run
    Duration shortest_gap{0}; ///< between acquisitions
    Duration longest_gap{0};
    std::int64_t gaps_seen = 0;
    /// The period of a job that runs regularly (gaps within a fifth, at least four of them), else nullopt.
    [[nodiscard]] std::optional<Duration> period() const;
};

/// Grants of a lock to others while an owner waited for it.
struct Overtaken
{
    std::int64_t times = 0; ///< as far as observed
    TimePoint at{};         ///< time of the last one
    std::string by;         ///< its owner
};

/// A cycle of waits that is certain: two reads showed the same waits (`CycleWatch`).
struct SeenCycle
{
    std::vector<WaitEdge> edges; ///< the holder of each is the waiter of the next; at most 100
    std::int64_t waits = 0;      ///< number of edges, without that limit
    Sayings text;
    TimePoint since{}; ///< start of the last of its waits
    friend bool operator==(const SeenCycle&, const SeenCycle&) = default;
};

/// Everything known about one store at one instant. Belongs to one thread.
struct StoreRows
{
    RowMap<LockRow> locks;
    RowMap<TaskRow> tasks;
    RowMap<MessageRow> messages;
    RowMap<WorkerRow> workers;
    std::vector<WaiterRow> waiters;
    std::vector<FenceRow> refusals; ///< newest first
    std::vector<AuditRow> audit;    ///< newest first
    std::optional<Backlog> backlog;
    std::shared_ptr<const std::vector<DatabaseWait>> database_waits; ///< as last read; null: not read
    std::vector<SeenCycle> cycles;
    std::map<std::string, TimePoint> gone_workers; ///< workers that left under observation, with the time
    std::optional<TimePoint> locks_read, tasks_read; ///< time of the last read; nullopt: not yet
    std::optional<TimePoint> workers_read;         ///< worker health is known up to this instant; nullopt: not read yet
    std::map<std::string, Overtaken> overtaken;    ///< by `waiter_key`: current waiters only
    std::unordered_map<std::string, LockHabit> habits;
    Duration clock_offset{0};
    Duration clock_uncertainty{0};
    bool sandbox = false;
    std::vector<Weakness> weaknesses;            ///< of the store, as its server reports
    std::map<std::string, TimePoint> weak_since; ///< setting -> when it was first seen
};

} // namespace lockdesk
