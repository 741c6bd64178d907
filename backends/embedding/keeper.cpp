// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/keeper.h"

#include "backends/engine/rules/lease_deadline.h"

#include <algorithm>

namespace lockdesk::embedding {

Keeper::Keeper(Runtime& runtime, Access access)
    : m_runtime(runtime), m_access(std::move(access)), m_timeout(m_access.options.timeout)
{
}

Keeper::~Keeper()
{
    m_renewer.request_stop();
    m_watcher.stop();
    m_renewer.stop();
}

void Keeper::keep(std::shared_ptr<Lease> lease)
{
    {
        const std::lock_guard lock(m_mutex);
        m_timeout = std::min(m_timeout, std::max(lease->lease / 3, shortest_lease));
        m_leases.push_back(std::move(lease));
    }
    m_watcher.start([this](const std::stop_token& stop) { watch_loop(stop); });
    m_renewer.start([this](const std::stop_token& stop) { renew_loop(stop); });
    m_renewal.ring();
    m_alarm.ring();
}

void Keeper::leave(const Lease& lease)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_leases, [&](const LeasePtr& one) { return one.get() == &lease; });
}

bool Keeper::trusted(const Lease& lease) const
{
    const std::lock_guard lock(m_mutex);
    return !lease.lost && m_runtime.now() < lease.deadline;
}

std::string Keeper::why_lost(const Lease& lease) const
{
    const std::lock_guard lock(m_mutex);
    return lease.why;
}

bool Keeper::keeps(const Lease& lease) const
{
    return std::any_of(m_leases.begin(), m_leases.end(), [&](const LeasePtr& one) { return one.get() == &lease; });
}

std::vector<Keeper::LeasePtr> Keeper::due(SteadyPoint Lease::*when, SteadyPoint now) const
{
    const std::lock_guard lock(m_mutex);
    std::vector<LeasePtr> out;
    std::copy_if(m_leases.begin(), m_leases.end(), std::back_inserter(out),
                 [&](const LeasePtr& one) { return (*one).*when <= now; });
    std::sort(out.begin(), out.end(), [](const LeasePtr& a, const LeasePtr& b) { return a->deadline < b->deadline; });
    return out;
}

SteadyPoint Keeper::earliest(SteadyPoint Lease::*when) const
{
    const std::lock_guard lock(m_mutex);
    auto out = steady_after(m_runtime.now(), no_end);
    for (const auto& one : m_leases)
        out = std::min(out, (*one).*when);
    return out;
}

// A shorter lease than before needs calls that end sooner.
OwnSession& Keeper::session()
{
    const auto timeout = [&] {
        const std::lock_guard lock(m_mutex);
        return m_timeout;
    }();
    const std::lock_guard lock(m_session_mutex);
    if (!m_session || timeout < m_access.options.timeout) {
        m_access.options.timeout = timeout;
        m_session = std::make_unique<OwnSession>(m_access);
    }
    return *m_session;
}

void Keeper::renew_loop(const std::stop_token& stop)
{
    const std::stop_callback cut(stop, [this] {
        const std::lock_guard lock(m_session_mutex);
        if (m_session)
            m_session->interrupt();
    });
    while (m_runtime.wait(m_renewal, stop, earliest(&Lease::next)) != Woken::stopped)
        for (const auto& lease : due(&Lease::next, m_runtime.now())) {
            if (stop.stop_requested())
                return;
            renew(lease);
        }
}

void Keeper::renew(const LeasePtr& lease)
{
    const auto asked_at = m_runtime.now();
    const auto opened = session().get();
    const auto answer = opened ? (*opened)->locks().renew(lease->name, lease->owner, lease->token, lease->lease)
                               : Answer<LeaseAnswer>(opened.failure());
    if (answer && answer->result != LeaseResult::renewed)
        return lose(lease, std::string("the store says: ") + word(answer->result));
    const auto retry = std::clamp<Duration>(lease->lease / 20, std::chrono::milliseconds{20}, std::chrono::seconds{1});
    const std::lock_guard lock(m_mutex);
    if (!answer) {
        lease->next = steady_after(m_runtime.now(), m_runtime.jittered(retry));
        return;
    }
    lease->next = steady_after(asked_at, lease->lease / 3);
    // A loss cannot be undone, nor a deadline that has passed: a caller may have read it already.
    if (!lease->lost && m_runtime.now() < lease->deadline)
        lease->deadline = std::max(lease->deadline, lease_deadline(asked_at, lease->lease));
}

void Keeper::watch_loop(const std::stop_token& stop)
{
    while (m_runtime.wait(m_alarm, stop, earliest(&Lease::deadline)) != Woken::stopped)
        for (const auto& lease : due(&Lease::deadline, m_runtime.now()))
            lose(lease, "the lease could not be renewed in time");
}

void Keeper::lose(const LeasePtr& lease, const std::string& why)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!keeps(*lease))
            return;
        std::erase(m_leases, lease);
        lease->lost = true;
        lease->why = why;
    }
    lease->stop.request_stop();
}

} // namespace lockdesk::embedding
