// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/startstop.h"
#include "backends/engine/runners/task_board.h"

#include <deque>
#include <functional>

namespace lockdesk {

struct SettlerOptions
{
    Duration gather = std::chrono::milliseconds{3}; ///< how long the first finished task waits for others
    std::size_t batch = 100;                        ///< most steps in one call
};

/// A step on its way to the store.
struct Settlement
{
    HeldTaskPtr task;
    TaskStep step;
};

struct SettlerEvents
{
    /// Every step's answer. `asked_at`: before the request was sent.
    std::function<void(const Settlement&, const StepAnswer&, std::optional<TimePoint> store_time, SteadyPoint asked_at)>
        settled;
    std::function<void(const Failure&)> trouble; ///< a call that failed and is tried again
};

/// Gathers the steps of finished tasks for a few milliseconds and applies them together, on its own thread and session.
/// Failed calls are tried again with the same steps. After a lost reply, a step that the store now refuses although nobody
/// has claimed the task since was ours: it counts as done. Callbacks come from its thread.
class Settler
{
public:
    Settler(Runtime& runtime, Access access, SettlerOptions options, SettlerEvents events);
    ~Settler();

    void start();
    void submit(Settlement settlement);
    /// Nothing else will finish soon: do not wait for more.
    void flush();
    /// Settles what is there, for at most `grace`, and ends. Answers how many were left.
    std::size_t stop(Duration grace);

private:
    void run(const std::stop_token& stop);
    bool make_room(const Settlement& settlement);
    std::vector<Settlement> gather(const std::stop_token& stop);
    void settle(const std::vector<Settlement>& batch);

    Runtime& m_runtime;
    Access m_access;
    SettlerOptions m_options;
    SettlerEvents m_events;
    OwnSession m_session;
    std::mutex m_mutex;
    std::deque<Settlement> m_waiting;
    std::size_t m_unsettled = 0;
    std::size_t m_extensions = 0; ///< among the waiting
    bool m_urgent = false;
    bool m_closing = false;
    Bell m_bell, m_drained;
    StartStop m_thread;
};

/// After a lost reply the same step was sent again and refused: did the first one happen?
bool happened_before(const TaskStep& step, const StepAnswer& answer);

} // namespace lockdesk
