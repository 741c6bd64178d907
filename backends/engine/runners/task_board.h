// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/rules/lease_deadline.h"
#include "backends/engine/runners/handlers.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace lockdesk {

/// A task claimed by a worker. `row` and `claimed_at` never change; TaskBoard guards the other members.
struct HeldTask
{
    TaskRow row;
    SteadyPoint claimed_at; ///< before the claim was sent
    std::stop_source lost;
    SteadyPoint deadline; ///< the lock may be trusted until then
    SteadyPoint next_extend;
};
using HeldTaskPtr = std::shared_ptr<HeldTask>;

/// The tasks that a worker holds: those waiting for a handler, in order, and those being handled; with the local deadline
/// of each lock. Thread-safe.
class TaskBoard
{
public:
    void put(std::vector<HeldTaskPtr> tasks);
    /// Removes the next task from the queue; it stays held. Blocks; null: closed.
    HeldTaskPtr take();
    /// Removes a task that is handled or given up. Returns false when it was not held.
    bool finish(const HeldTaskPtr& task);
    /// Whether its lock can no longer be trusted.
    [[nodiscard]] bool overdue(const HeldTaskPtr& task, SteadyPoint now) const;
    /// Ends `take`; returns the tasks not begun.
    std::vector<HeldTaskPtr> close();
    [[nodiscard]] std::size_t held() const;

    /// Moves the deadline after an extension requested at `asked_at`.
    void extended(const HeldTaskPtr& task, SteadyPoint asked_at);

    struct Due
    {
        std::vector<HeldTaskPtr> extend; ///< a third of the lock timeout has passed
        std::vector<HeldTaskPtr> lost;   ///< the deadline has passed; until `lost` of the task is requested
        SteadyPoint next;                ///< time of the next call
    };
    /// Returns the tasks due now and schedules the next extension of those in `extend`.
    Due due(SteadyPoint now, bool extend);

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<HeldTaskPtr> m_queue;
    std::vector<HeldTaskPtr> m_held; ///< including queued ones
    bool m_closed = false;
};

} // namespace lockdesk
