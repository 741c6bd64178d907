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

/// A claimed task in a worker's hands. `row` and `claimed_at` never change; the rest belongs to TaskBoard.
struct HeldTask
{
    TaskRow row;
    SteadyPoint claimed_at; ///< before the claim was sent
    std::stop_source lost;
    SteadyPoint deadline; ///< until then the lock may be trusted
    SteadyPoint next_extend;
};
using HeldTaskPtr = std::shared_ptr<HeldTask>;

/// The tasks that a worker holds: those that wait for a handler, in order, and those being handled; with the local deadline of
/// each lock. Thread-safe.
class TaskBoard
{
public:
    void put(std::vector<HeldTaskPtr> tasks);
    /// The next task, marked as being handled. Blocks; null: closed.
    HeldTaskPtr take();
    /// It is handled (or given up): no longer held here. False: it was not.
    bool finish(const HeldTaskPtr& task);
    /// Its lock is not to be trusted any more.
    [[nodiscard]] bool overdue(const HeldTaskPtr& task, SteadyPoint now) const;
    /// No more `take`; answers those that nobody has begun.
    std::vector<HeldTaskPtr> close();
    [[nodiscard]] std::size_t held() const;

    /// The lock was extended by a request sent at `asked_at`.
    void extended(const HeldTaskPtr& task, SteadyPoint asked_at);

    struct Due
    {
        std::vector<HeldTaskPtr> extend; ///< a third of the lock timeout has passed
        std::vector<HeldTaskPtr> lost;   ///< the deadline has passed; told once
        SteadyPoint next;                ///< look again then
    };
    /// What is due now. Marks it as seen to.
    Due due(SteadyPoint now, bool extend);

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<HeldTaskPtr> m_queue;
    std::vector<HeldTaskPtr> m_held; ///< queued ones included
    bool m_closed = false;
};

} // namespace lockdesk
