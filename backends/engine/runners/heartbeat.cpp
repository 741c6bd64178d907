// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/heartbeat.h"

namespace lockdesk {

namespace {

// Removing the row must not delay the end of the program.
constexpr Duration leave_timeout = std::chrono::seconds{1};

} // namespace

Heartbeat::Heartbeat(Runtime& runtime, Access access, WorkerRow row, const WorkerStats& stats, HeartbeatEvents events)
    : m_runtime(runtime), m_access(std::move(access)), m_row(std::move(row)), m_stats(stats), m_events(std::move(events))
{
}

Heartbeat::~Heartbeat() { stop(); }

void Heartbeat::start()
{
    m_thread.start([this](const std::stop_token& stop) { run(stop); });
}

void Heartbeat::stop() { m_thread.stop(); }

void Heartbeat::run(const std::stop_token& stop)
{
    OwnSession session(m_access);
    bool reached = false;
    {
        const std::stop_callback cut(stop, [&] { session.interrupt(); });
        auto next = m_runtime.now();
        while (m_runtime.wait(m_bell, stop, next) != Woken::stopped) {
            next = steady_after(m_runtime.now(), m_row.period);
            m_stats.fill(m_row);
            const auto opened = session.get();
            const auto control = opened ? (*opened)->workers().beat(m_row) : Answer<WorkerControl>(opened.failure());
            if (stop.stop_requested())
                break;
            reached = control.is_result();
            if (control && m_events.beat) {
                m_events.beat(*control, control.store_time());
                const std::string before = m_row.state;
                m_stats.fill(m_row);
                if (m_row.state != before) // shows the sender of the order at once that it is obeyed
                    next = m_runtime.now();
            } else if (!control && m_events.trouble)
                m_events.trouble(control.failure());
            if (!control && control.failure().kind == FailureKind::unsupported)
                return;
        }
    }
    if (reached)
        leave();
}

void Heartbeat::leave()
{
    if (auto session = m_access.open_within(leave_timeout))
        (void)(*session)->workers().leave(WorkerId::trusted(m_row.id)); // a row that remains turns silent
}

} // namespace lockdesk
