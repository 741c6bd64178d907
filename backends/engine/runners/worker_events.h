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
    failed,  ///< the handler's error; the task comes again
    lost,    ///< noticed here first: the lock could not be kept
    refused, ///< noticed by the store: a late result of a task that is somebody else's
    paused,
    resumed,
    stopped,
    heartbeat,
    trouble, ///< the store could not be asked; it is tried again
};
const char* word(WorkerEventKind);

struct WorkerEvent
{
    WorkerEventKind kind = WorkerEventKind::started;
    std::string task;
    std::string phase; ///< that the task was claimed in
    std::string to;    ///< advanced: the new phase
    std::optional<FencingToken> token;
    std::optional<TimePoint> store_time; ///< of the answer that it tells of
    SteadyPoint at{};                    ///< on this process's steady clock
    std::string text;                    ///< error, reason or cause; may be empty
};

/// Gives events one at a time to whoever wants them. Thread-safe.
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
