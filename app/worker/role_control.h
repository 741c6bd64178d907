// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/roles.h"
#include "backends/engine/heartbeat.h"

#include <atomic>

namespace lockdesk::worker {

/// Heartbeat and control column of the roles that are no PollingWorker: tells its events, and says when to pause and to end.
class RoleControl
{
public:
    RoleControl(const Work& work, std::string role, std::string what, const std::stop_token& stop);
    ~RoleControl();

    WorkerStats& stats() { return m_stats; }
    /// Requested by `stop` and by the control column.
    [[nodiscard]] std::stop_token ending() const { return m_ending.get_token(); }
    [[nodiscard]] bool paused() const { return m_paused; }
    void tell(EventLine line);

private:
    void obey(const WorkerControl& control, std::optional<TimePoint> store_time);

    const Work& m_work;
    WorkerStats m_stats;
    std::stop_source m_ending;
    std::stop_callback<std::function<void()>> m_outer;
    std::atomic<bool> m_paused = false;
    Heartbeat m_heartbeat;
};

} // namespace lockdesk::worker
