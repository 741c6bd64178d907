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
    std::vector<Phase> phases; ///< empty: those that the kind's tasks are in
};

struct PollingWorkerOptions
{
    OwnerId owner;
    std::vector<WorkSource> sources;
    Duration interval = std::chrono::seconds{1}; ///< between two looks when there is nothing to do; hints wake it earlier
    std::int64_t batch = 1;                      ///< most tasks of one claim
    std::size_t handlers = 1;                    ///< threads
    std::int64_t prefetch = 0;                   ///< tasks claimed ahead of those being handled
    bool extend = false;                         ///< keep the locks of tasks in hand, every third of the lock timeout
    ClaimStrategy strategy = ClaimStrategy::atomic;
    std::optional<Duration> lock_timeout; ///< for what is due only, see ClaimRequest
    SettlerOptions settling;
    Duration stop_grace = std::chrono::seconds{3}; ///< for telling the store at the end
    std::string role = "worker";
    bool heartbeat = true;        ///< its own worker row; else somebody else's heart beats for it, see `obey`
    WorkerStats* stats = nullptr; ///< what it counts and does, for that heart; null: its own
};

/// Polls for due tasks, hands them to handlers, and tells the store what became of them.
///
/// Threads: one that claims, `handlers` that handle, one that settles in batches, one that beats, one that watches the local
/// deadlines and extends, one that listens for hints; each with its own session. Every claimed task ends in exactly one of the
/// events advanced, relocked, unlocked, failed, lost, refused. While the store is unreachable it goes on trying. The control
/// column is obeyed: pause (claims nothing; what is in hand is finished), slow (so much later for every task), stop.
///
/// `stop`: claims no more, tells the handlers, gives back what nobody has begun, settles, removes its row. It waits for
/// the handlers. `start`, `stop`: see StartStop; each start is a new life with the same owner.
class PollingWorker
{
public:
    struct Callbacks
    {
        std::function<void(const WorkerEvent&)> event; ///< one at a time, from any thread of the worker
        std::function<void()> stop_ordered;            ///< the control column says stop; the worker is ending by itself
    };
    PollingWorker(Runtime& runtime, Access access, PollingWorkerOptions options, HandlerRegistry handlers,
                  Callbacks callbacks);
    ~PollingWorker();

    void start();
    void stop();
    /// What the control column says, where somebody else's heartbeat reads it. Without effect while it does not run.
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
    WorkerLife* m_life = nullptr; ///< while it runs
    StartStop m_thread;
};

} // namespace lockdesk
