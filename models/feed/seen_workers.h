// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/update.h"

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>

namespace lockdesk {

/// The workers of a store as they were last read, and their heartbeats.
class SeenWorkers
{
public:
    void apply(const Update& update);

    [[nodiscard]] const RowMap<WorkerRow>& all() const { return m_rows; }
    /// Returns the worker of this id, or the process of an owner that took something at `since`. Null: no such row.
    [[nodiscard]] const WorkerRow* of(const std::string& owner, std::optional<TimePoint> since = {}) const;
    /// Heartbeats of this worker seen since the connection was opened, oldest first, at most 200.
    [[nodiscard]] const std::deque<TimePoint>& beatsOf(const std::string& worker) const;
    /// Store time up to which the workers' state is known; nullopt: workers were not read yet.
    [[nodiscard]] std::optional<TimePoint> readAt() const { return m_readAt; }
    /// Number of workers that are live at an instant and not paused, and of which `takes` is true.
    template <class Takes> [[nodiscard]] std::int64_t liveAt(TimePoint now, Takes&& takes) const
    {
        std::int64_t live = 0;
        for (const auto& [id, row] : m_rows)
            live += takes(*row) && row->order != WorkerOrder::pause && worker_health(*row, now) == WorkerHealth::live;
        return live;
    }

private:
    RowMap<WorkerRow> m_rows;
    std::unordered_map<std::string, std::deque<TimePoint>> m_beats;
    std::optional<TimePoint> m_readAt;
};

} // namespace lockdesk
