// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/role_control.h"

#include "backends/engine/contracts/ids.h"

namespace lockdesk::worker {

namespace {

WorkerRow with_process(WorkerRow row)
{
    row.host = row.id.substr(0, row.id.find('/'));
    row.pid = process_id();
    return row;
}

} // namespace

RoleControl::RoleControl(Runtime& runtime, const Access& access, WorkerRow row, EventPrinter& events,
                         const std::stop_token& stop)
    : m_runtime(runtime), m_events(events), m_outer(stop, [this] { end(); }),
      m_heartbeat(runtime, access, with_process(std::move(row)), m_stats,
                  {[this](const WorkerControl& control, auto store_time) { obey(control, store_time); }, {}})
{
    tell({"started", {}, {}, {}, {}, {}, {}, {}});
    m_heartbeat.start();
}

RoleControl::~RoleControl()
{
    m_heartbeat.stop();
    tell({"stopped", {}, {}, {}, {}, {}, {}, m_last_words});
}

void RoleControl::tell(EventLine line)
{
    line.at = m_runtime.now();
    m_events.print(line);
}

void RoleControl::note_at_end(std::string text)
{
    const std::lock_guard lock(m_mutex);
    m_last_words = std::move(text);
}

void RoleControl::on_order(Order order)
{
    const std::lock_guard lock(m_mutex);
    m_orders.push_back(std::move(order));
}

void RoleControl::obey(const WorkerControl& control, std::optional<TimePoint> store_time)
{
    tell({"heartbeat", {}, {}, {}, {}, store_time, {}, {}});
    const bool pause = control.order == WorkerOrder::pause;
    const bool slow = control.order == WorkerOrder::slow;
    m_slow_us = slow ? to_us(control.slow_by) : 0;
    m_stats.set_state(m_ending.stop_requested() ? "stopping" : pause ? "paused" : slow ? "slow" : "running");
    if (m_paused.exchange(pause) != pause)
        tell({pause ? "paused" : "resumed", {}, {}, {}, {}, store_time, {}, {}});
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& order : m_orders)
            order(control, store_time);
    }
    if (control.order == WorkerOrder::stop)
        end();
}

} // namespace lockdesk::worker
