// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/deadline_watch.h"

namespace lockdesk::ctl {

void DeadlineWatch::begin(Session& session, SteadyPoint deadline)
{
    const std::lock_guard lock(m_mutex);
    m_session = &session;
    m_deadline = deadline;
    m_interrupted = false;
    if (!m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    else if (deadline < m_sleeps_until) // else it wakes in time anyway
        m_changed.notify_one();
}

bool DeadlineWatch::end()
{
    const std::lock_guard lock(m_mutex);
    m_session = nullptr;
    return m_interrupted;
}

void DeadlineWatch::run(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        if (m_session != nullptr && std::chrono::steady_clock::now() >= m_deadline) {
            m_interrupted = true;
            m_session->interrupt();
            m_session = nullptr;
        }
        m_sleeps_until = m_session != nullptr ? m_deadline : steady_after(std::chrono::steady_clock::now(), no_end);
        const auto asleep_until = m_sleeps_until;
        m_changed.wait_until(lock, stop, asleep_until, [&] { return m_session != nullptr && m_deadline < asleep_until; });
    }
}

} // namespace lockdesk::ctl
