// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/contracts/time.h"

#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace lockdesk {

enum class WorkerEventKind {
    started,
    claimed,
    advanced,
    relocked,
    unlocked,
    failed,  ///< the handler returned an error; the task is retried
    lost,    ///< detected locally: the lock could not be kept
    refused, ///< detected by the store: a late result of a task that another worker has claimed
    paused,
    resumed,
    stopped,
    heartbeat,
    trouble, ///< the store is unavailable; it is retried
};
const char* word(WorkerEventKind);

struct WorkerEvent
{
    WorkerEventKind kind = WorkerEventKind::started;
    std::string task;
    std::string phase; ///< in which the task was claimed
    std::string to;    ///< advanced: the new phase
    std::optional<FencingToken> token;
    std::optional<TimePoint> store_time; ///< of the answer that caused it
    SteadyPoint at{};                    ///< on this process's steady clock
    std::string text;                    ///< error, reason or cause; may be empty
};

/// Passes events to a sink, one at a time. Thread-safe.
class WorkerEvents
{
public:
    explicit WorkerEvents(std::function<void(const WorkerEvent&)> sink) : m_sink(std::move(sink)) {}
    void tell(const WorkerEvent& event)
    {
        const std::lock_guard lock(m_mutex);
        if (m_sink)
            m_sink(event);
    }

private:
    std::mutex m_mutex;
    std::function<void(const WorkerEvent&)> m_sink;
};

} // namespace lockdesk
