// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/pool.h"

#include <algorithm>
#include <atomic>
#include <random>

namespace lockdesk::bench {

std::string fresh_id()
{
    static std::atomic<std::int64_t> counter{0};
    static const std::uint64_t run = std::random_device{}();
    return std::to_string(run) + "-" + std::to_string(++counter);
}

std::string Pool::kind() const
{
    const std::lock_guard lock(m_mutex);
    return m_kind;
}

Work Pool::next(bool with_id)
{
    const std::lock_guard lock(m_mutex);
    Work work{m_kind, {}};
    if (with_id && !m_ids.empty()) {
        work.id = std::move(m_ids.back());
        m_ids.pop_back();
    }
    return work;
}

void Pool::refill(const std::string& seen, std::int64_t count)
{
    const std::lock_guard lock(m_mutex);
    if (m_kind != seen)
        return;
    const auto began = Clock::now();
    const auto kind = TaskKind::trusted("bench-" + fresh_id());
    const auto phase = Phase::trusted("Creating");
    std::vector<NewTask> tasks;
    m_ids.clear();
    for (std::int64_t i = 0; i < count; ++i) {
        tasks.push_back({TaskId::trusted(fresh_id()), kind, phase, DesiredState::running, "{}"});
        m_ids.push_back(tasks.back().id.str());
    }
    std::sort(m_ids.begin(), m_ids.end());
    need(m_filler.tasks().add(tasks));
    m_kind = kind.str();
    m_filling += Clock::now() - began;
}

Clock::duration Pool::filling() const
{
    const std::lock_guard lock(m_mutex);
    return m_filling;
}

} // namespace lockdesk::bench
