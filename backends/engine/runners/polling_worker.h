// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/workers.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/handlers.h"
#include "backends/engine/runners/settler.h"
#include "backends/engine/runners/startstop.h"
#include "backends/engine/runners/worker_events.h"
#include "backends/engine/runners/worker_stats.h"

#include <functional>
#include <mutex>

namespace lockdesk {

class WorkerLife;

struct WorkSource
{
    TaskKind kind;
    std::vector<Phase> phases; ///< empty: all phases of the kind's tasks
};

struct PollingWorkerOptions
{
    OwnerId owner;
    std::vector<WorkSource> sources;
    Duration interval = std::chrono::seconds{1}; ///< between polls when nothing is due; hints wake it earlier
    std::int64_t batch = 1;                      ///< maximum tasks per claim
    std::size_t handlers = 1;                    ///< number of threads
    std::int64_t prefetch = 0;                   ///< tasks claimed ahead of those being handled
    bool extend = false;                         ///< extend the locks of held tasks every third of the lock timeout
    ClaimStrategy strategy = ClaimStrategy::atomic;
    std::optional<Duration> lock_timeout; ///< for due tasks only, see ClaimRequest
    SettlerOptions settling;
    Duration stop_grace = std::chrono::seconds{3}; ///< for settling at the end
    std::string role = "worker";
    bool heartbeat = true;        ///< write its own worker row; false: another heartbeat does, see `obey`
    WorkerStats* stats = nullptr; ///< counters and current work, for that heartbeat; null: its own
};

/// Polls for due tasks, passes them to handlers, and settles the results in the store.
///
/// Threads: one that claims, `handlers` that handle, one that settles in batches, one that beats, one that checks the local
/// deadlines and extends, one that listens for hints; each with its own session. Every claimed task ends in exactly one of
/// the events advanced, relocked, unlocked, failed, lost, refused. It retries while the store is unreachable. It obeys the
/// control column: pause (no claims; current tasks are finished), slow (a delay for every task), stop.
///
/// `stop`: ends claims, signals the handlers, unlocks tasks not begun, settles, removes its row. It waits for
/// the handlers. `start`, `stop`: see StartStop; each start is a new life with the same owner.
class PollingWorker
{
public:
    struct Callbacks
    {
        std::function<void(const WorkerEvent&)> event; ///< one call at a time, on any thread of the worker
        std::function<void()> stop_ordered;            ///< the control column says stop; the worker ends by itself
    };
    PollingWorker(Runtime& runtime, Access access, PollingWorkerOptions options, HandlerRegistry handlers,
                  Callbacks callbacks);
    ~PollingWorker();

    void start();
    void stop();
    /// Applies the control column read by another heartbeat. No effect while the worker does not run.
    void obey(const WorkerControl& control, std::optional<TimePoint> store_time);
    [[nodiscard]] bool running() const { return m_thread.running(); }
    [[nodiscard]] WorkerCounters counters() const { return stats().counters(); }

private:
    [[nodiscard]] WorkerStats& stats() { return m_options.stats != nullptr ? *m_options.stats : m_stats; }
    [[nodiscard]] const WorkerStats& stats() const { return m_options.stats != nullptr ? *m_options.stats : m_stats; }

    Runtime& m_runtime;
    Access m_access;
    PollingWorkerOptions m_options;
    HandlerRegistry m_handlers;
    Callbacks m_callbacks;
    WorkerStats m_stats;
    std::mutex m_living;
    WorkerLife* m_life = nullptr; ///< null while it does not run
    StartStop m_thread;
};

} // namespace lockdesk
