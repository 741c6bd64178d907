// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/json/json.h"
#include "tests/bench/beside.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace lockdesk::bench {

std::int64_t fill(Session& session, std::int64_t tasks)
{
    constexpr std::int64_t batch = 10'000;
    std::int64_t there = 0;
    for (const auto& count : need(session.tasks().counts(std::numeric_limits<std::int32_t>::max())))
        there += count.held + count.waiting + count.due + count.expired;
    const auto kind = TaskKind::trusted("bench-others");
    const auto phase = Phase::trusted("Waiting");
    while (there < tasks) {
        std::vector<NewTask> some;
        for (std::int64_t i = 0; i < std::min(batch, tasks - there); ++i)
            some.push_back({TaskId::trusted(fresh_id()), kind, phase, DesiredState::running, "{}"});
        need(session.tasks().add(some));
        there += static_cast<std::int64_t>(some.size());
    }
    return there;
}

void Console::receive(const UpdatePtr& update)
{
    {
        const std::lock_guard lock(m_mutex);
        if (update->health.state == HealthState::stale)
            m_trouble = update->health.cause;
        if (update->polled) {
            ++m_looks;
            m_rows_seen += update->cost.rows;
            m_last = update->cost;
            m_share = std::max(m_share, update->cost.share);
            m_complete = true;
        }
    }
    m_changed.notify_all();
    if (update->polled)
        m_observer->acknowledge(update->number);
}

void Console::attach()
{
    ObserverOptions options;
    // The same options as ConnectionsController.
    options.session.timeout = std::chrono::seconds{m_store->url().scheme() == "sqlite" ? 10 : 2};
    options.session.application_name = "lockdesk";
    options.sources = {word(SessionLockKind::named), word(SessionLockKind::skip_locked)};
    const auto began = Clock::now();
    std::unique_lock lock(m_mutex);
    m_complete = false;
    m_observer = std::make_unique<Observer>(m_store, options, [this](const UpdatePtr& update) { receive(update); });
    m_observer->start();
    if (!m_changed.wait_for(lock, std::chrono::minutes{2}, [this] { return m_complete; }))
        throw std::runtime_error("the observer sees nothing: " + m_trouble);
    m_first_look = std::max(m_first_look, std::chrono::duration_cast<Duration>(Clock::now() - began));
}

void Console::detach()
{
    if (m_observer)
        m_observer->stop();
}

nlohmann::json Console::report() const
{
    const std::lock_guard lock(m_mutex);
    return {{"looks", m_looks},
            {"rows_seen", m_rows_seen},
            {"last_look_ms", static_cast<double>(m_last.busy.count()) / 1000},
            {"interval_ms", static_cast<double>(m_last.interval.count()) / 1000},
            {"share_max", m_share},
            {"hinted", m_last.hints},
            {"first_look_ms", m_first_look.count() / 1000},
            {"trouble", m_trouble}};
}

} // namespace lockdesk::bench
