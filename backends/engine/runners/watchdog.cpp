// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/watchdog.h"

#include "backends/engine/rules/lease_deadline.h"

#include <algorithm>

namespace lockdesk {

Watchdog::Watchdog(Runtime& runtime, Access access, HeldLease held, WatchdogEvents events)
    : m_runtime(runtime), m_access(std::move(access)), m_held(std::move(held)), m_events(std::move(events)),
      m_deadline(lease_deadline(m_held.asked_at, m_held.lease))
{
    // A hanging call must leave time for another one on a new connection.
    m_access.options.timeout = std::min(m_access.options.timeout, std::max(m_held.lease / 3, shortest_lease));
}

Watchdog::~Watchdog() { stop(); }

void Watchdog::start()
{
    m_watcher.start([this](const std::stop_token& stop) { watch_deadline(stop); });
    m_renewer.start([this](const std::stop_token& stop) { renew_loop(stop); });
}

void Watchdog::stop()
{
    m_renewer.request_stop();
    m_watcher.stop();
    m_renewer.stop();
}

bool Watchdog::lost() const
{
    const std::lock_guard lock(m_mutex);
    return m_lost;
}

SteadyPoint Watchdog::deadline() const
{
    const std::lock_guard lock(m_mutex);
    return m_deadline;
}

void Watchdog::renew_loop(const std::stop_token& stop)
{
    OwnSession session(m_access);
    const std::stop_callback cut(stop, [&] { session.interrupt(); });
    const auto third = m_held.lease / 3;
    const auto retry = std::clamp<Duration>(m_held.lease / 20, std::chrono::milliseconds{20}, std::chrono::seconds{1});
    auto next = steady_after(m_held.asked_at, third);
    while (!lost() && m_runtime.wait(m_renewal, stop, next) != Woken::stopped && !lost()) {
        const auto asked_at = m_runtime.now();
        const bool renewed = renew_once(session);
        next = steady_after(renewed ? asked_at : m_runtime.now(), renewed ? third : m_runtime.jittered(retry));
    }
}

bool Watchdog::renew_once(OwnSession& session)
{
    const auto asked_at = m_runtime.now();
    const auto opened = session.get();
    auto answer = opened ? (*opened)->locks().renew(m_held.name, m_held.owner, m_held.token, m_held.lease)
                         : Answer<LeaseAnswer>(opened.failure());
    if (!answer) {
        if (m_events.trouble && !lost())
            m_events.trouble(answer.failure());
        return false;
    }
    if (answer->result != LeaseResult::renewed) {
        tell_lost(LostBy::refusal, std::string("the store says: ") + word(answer->result));
        return false;
    }
    {
        const std::lock_guard lock(m_mutex);
        // A loss that was reported ends the work, which cannot be undone; past the deadline it is about to be reported.
        if (m_lost || m_runtime.now() >= m_deadline)
            return false;
        m_deadline = std::max(m_deadline, lease_deadline(asked_at, m_held.lease));
    }
    if (m_events.renewed)
        m_events.renewed(*answer, answer.store_time());
    return true;
}

void Watchdog::watch_deadline(const std::stop_token& stop)
{
    while (!lost()) {
        const auto until = deadline();
        if (m_runtime.wait(m_alarm, stop, until) == Woken::stopped)
            return;
        if (m_runtime.now() >= deadline())
            tell_lost(LostBy::deadline, "the lease could not be renewed in time");
    }
}

void Watchdog::tell_lost(LostBy by, const std::string& why)
{
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_lost, true))
            return;
    }
    m_renewal.ring();
    m_alarm.ring();
    if (m_events.lost)
        m_events.lost(by, why);
}

} // namespace lockdesk
