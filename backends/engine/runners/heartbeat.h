// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/startstop.h"
#include "backends/engine/runners/worker_stats.h"

#include <functional>

namespace lockdesk {

struct HeartbeatEvents
{
    /// Called for every beat that reached the store, with the answer.
    std::function<void(const WorkerControl&, std::optional<TimePoint> store_time)> beat;
    std::function<void(const Failure&)> trouble; ///< a failed beat; the next one follows anyway
};

/// Writes a worker's row every `row.period` on its own thread and session, and reads the control column. A clean stop
/// removes the row. Callbacks run on its thread and must not stop it.
class Heartbeat
{
public:
    /// `row`: id, host, pid, role, kinds, period; the other fields come from `stats`.
    Heartbeat(Runtime& runtime, Access access, WorkerRow row, const WorkerStats& stats, HeartbeatEvents events);
    ~Heartbeat();

    void start();
    void stop();

private:
    void run(const std::stop_token& stop);
    void leave();

    Runtime& m_runtime;
    Access m_access;
    WorkerRow m_row;
    const WorkerStats& m_stats;
    HeartbeatEvents m_events;
    Bell m_bell;
    StartStop m_thread;
};

} // namespace lockdesk
