// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/role_control.h"

#include "backends/engine/ids.h"

namespace lockdesk::worker {

namespace {

WorkerRow row_of(const OwnerId& owner, std::string role, std::string what)
{
    WorkerRow row;
    row.id = owner.str();
    row.host = row.id.substr(0, row.id.find('/'));
    row.pid = process_id();
    row.role = std::move(role);
    row.kinds = std::move(what);
    return row;
}

} // namespace

RoleControl::RoleControl(const Work& work, std::string role, std::string what, const std::stop_token& stop)
    : m_work(work), m_outer(stop, [this] { m_ending.request_stop(); }),
      m_heartbeat(work.runtime, work.access, row_of(work.owner, std::move(role), std::move(what)), m_stats,
                  {[this](const WorkerControl& control, auto store_time) { obey(control, store_time); }, {}})
{
    tell({"started", {}, {}, {}, {}, {}, {}, {}});
    m_heartbeat.start();
}

RoleControl::~RoleControl()
{
    m_heartbeat.stop();
    tell({"stopped", {}, {}, {}, {}, {}, {}, {}});
}

void RoleControl::tell(EventLine line)
{
    line.at = m_work.runtime.now();
    m_work.events.print(line);
}

void RoleControl::obey(const WorkerControl& control, std::optional<TimePoint> store_time)
{
    tell({"heartbeat", {}, {}, {}, {}, store_time, {}, {}});
    const bool pause = control.order == WorkerOrder::pause;
    m_stats.set_state(pause ? "paused" : "running");
    if (m_paused.exchange(pause) != pause)
        tell({pause ? "paused" : "resumed", {}, {}, {}, {}, store_time, {}, {}});
    if (control.order == WorkerOrder::stop)
        m_ending.request_stop();
}

} // namespace lockdesk::worker
