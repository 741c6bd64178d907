// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/task_claims.h"

#include "backends/engine/contracts/ids.h"

#include <algorithm>

namespace lockdesk {

TaskClaims::TaskClaims(Runtime& runtime, const PollingWorkerOptions& options) : m_runtime(runtime), m_options(options)
{
    for (const auto& source : options.sources) {
        m_find_phases = m_find_phases || source.phases.empty();
        for (const auto& phase : source.phases)
            m_targets.push_back({source.kind, phase});
    }
}

Answer<std::size_t> TaskClaims::begin_round(Tasks& tasks)
{
    if (m_find_phases)
        if (const auto found = find_phases(tasks); !found)
            return found.failure();
    return m_targets.size() + (m_doubtful ? 1 : 0);
}

Answer<Done> TaskClaims::find_phases(Tasks& tasks)
{
    const auto counts = tasks.counts(1);
    if (!counts)
        return counts.failure();
    m_targets.clear();
    for (const auto& source : m_options.sources) {
        for (const auto& phase : source.phases)
            m_targets.push_back({source.kind, phase});
        for (const auto& count : *counts) {
            const auto phase = Phase::parse(count.phase);
            if (source.phases.empty() && count.kind == source.kind.str() && phase)
                m_targets.push_back({source.kind, *phase});
        }
    }
    return Done{};
}

TaskClaims::Asked TaskClaims::next_request(std::int64_t limit)
{
    const auto& target = m_targets[m_turn++ % m_targets.size()];
    auto& turn = m_turns.try_emplace({target.kind.str(), target.phase.str()}, (m_runtime.random() & 1) != 0).first->second;
    return {{target.kind, target.phase, limit, m_options.owner, make_claim_id(m_runtime), m_options.strategy, false,
             m_options.lock_timeout, turn.next()},
            m_runtime.now()};
}

Answer<ClaimedTasks> TaskClaims::claim_next(Tasks& tasks, std::int64_t limit)
{
    if (!m_doubtful && m_targets.empty())
        return ClaimedTasks{{}, m_runtime.now()};
    auto asked = m_doubtful ? *m_doubtful : next_request(limit);
    auto rows = tasks.claim(asked.request);
    if (!rows) {
        if (rows.is_in_doubt()) {
            asked.request.asking_again = true;
            m_doubtful = asked;
        }
        return rows.failure();
    }
    m_doubtful.reset();
    return {ClaimedTasks{std::move(*rows), asked.at}, rows.store_time()};
}

} // namespace lockdesk
