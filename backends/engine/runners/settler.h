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
    Duration gather = std::chrono::milliseconds{3}; ///< maximum wait of the first finished task for others
    std::size_t batch = 100;                        ///< maximum steps per call
};

/// A step to be applied.
struct Settlement
{
    HeldTaskPtr task;
    TaskStep step;
};

struct SettlerEvents
{
    /// Called with every step's answer. `asked_at`: before the request was sent.
    std::function<void(const Settlement&, const StepAnswer&, std::optional<TimePoint> store_time, SteadyPoint asked_at)>
        settled;
    std::function<void(const Failure&)> trouble; ///< a failed call that is retried
};

/// Gathers the steps of finished tasks for a few milliseconds and applies them together, on its own thread and session.
/// Retries failed calls with the same steps. After a lost reply, a step that the store refuses counts as done if no other
/// worker has claimed the task since, because the first request was executed. Callbacks run on its thread.
class Settler
{
public:
    Settler(Runtime& runtime, Access access, SettlerOptions options, SettlerEvents events);
    ~Settler();

    void start();
    void submit(Settlement settlement);
    /// Settles at once, because no other task will finish soon.
    void flush();
    /// Settles waiting steps, for at most `grace`, and ends. Returns the number of steps left.
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
    std::size_t m_extensions = 0; ///< number in m_waiting
    bool m_urgent = false;
    bool m_closing = false;
    Bell m_bell, m_drained;
    StartStop m_thread;
};

/// Whether the first request was executed, when its reply was lost and its repetition was refused.
bool happened_before(const TaskStep& step, const StepAnswer& answer);

} // namespace lockdesk
