// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/seen_workers.h"

#include "backends/observe/processes.h"

namespace lockdesk {

namespace {

constexpr std::size_t keptBeats = 200; ///< per worker

} // namespace

void SeenWorkers::apply(const Update& update)
{
    if (update.rewind)
        m_beats.clear();
    if (update.snapshot && update.covered.has(Entity::worker))
        m_rows.clear();
    for (const auto& worker : update.workers) {
        m_rows.put(worker);
        auto& beats = m_beats[worker->id];
        if (beats.empty() || beats.back() < worker->beat_at)
            beats.push_back(worker->beat_at);
        if (beats.size() > keptBeats)
            beats.pop_front();
    }
    for (const GoneRow& gone : update.gone)
        if (gone.entity == Entity::worker) {
            m_rows.erase(gone.key);
            m_beats.erase(gone.key);
        }
    if (update.workers_read)
        m_readAt = update.workers_read;
}

const WorkerRow* SeenWorkers::of(const std::string& owner, std::optional<TimePoint> since) const
{
    return Processes(m_rows).of(owner, since);
}

const std::deque<TimePoint>& SeenWorkers::beatsOf(const std::string& worker) const
{
    static const std::deque<TimePoint> none;
    const auto found = m_beats.find(worker);
    return found == m_beats.end() ? none : found->second;
}

} // namespace lockdesk
