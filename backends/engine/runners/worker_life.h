// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/heartbeat.h"
#include "backends/engine/runners/hint_pump.h"
#include "backends/engine/runners/polling_worker.h"
#include "backends/engine/runners/task_claims.h"

#include <atomic>
#include <memory>
#include <thread>

namespace lockdesk {

/// One life of a PollingWorker, from start to stop: its threads and their shared state. Used by PollingWorker only.
class WorkerLife
{
public:
    WorkerLife(Runtime& runtime, const Access& access, const PollingWorkerOptions& options, const HandlerRegistry& handlers,
               std::function<void(const WorkerEvent&)> sink, WorkerStats& stats);
    ~WorkerLife();

    /// Runs until `stop` or a stop order of the control column; then shuts down in order.
    void run(const std::stop_token& stop);
    [[nodiscard]] bool stop_ordered() const { return m_stop_ordered; }
    void obey(const WorkerControl& control, std::optional<TimePoint> store_time);

private:
    // Claiming (on the thread that calls `run`).
    void begin();
    void poll(const std::stop_token& stop);
    void claim_round(const std::stop_token& stop);
    void take(ClaimedTasks claimed, std::optional<TimePoint> store_time);
    void take_doubtful();
    [[nodiscard]] std::int64_t room() const;
    void end();
    // Handling.
    void handle_tasks();
    void handle(const HeldTaskPtr& task);
    [[nodiscard]] Outcome call_handler(const HeldTaskPtr& task);
    void conclude(const HeldTaskPtr& task, Outcome outcome);
    void give_back(const HeldTaskPtr& task);
    // Keeping.
    void keep(const std::stop_token& stop);
    // Answers.
    void settled(const Settlement& settlement, const StepAnswer& answer, std::optional<TimePoint> store_time,
                 SteadyPoint asked_at);
    // Events.
    void tell(WorkerEventKind kind, std::string text = {}, std::optional<TimePoint> store_time = {});
    void tell(WorkerEventKind kind, const HeldTask& task, std::string text = {}, std::optional<TimePoint> store_time = {},
              std::string to = {});
    [[nodiscard]] WorkerRow row() const;
    [[nodiscard]] std::vector<HintTopic> topics() const;

    Runtime& m_runtime;
    Access m_access;
    const PollingWorkerOptions& m_options;
    const HandlerRegistry& m_handlers;
    WorkerEvents m_events;
    WorkerStats& m_stats;

    OwnSession m_session;
    TaskClaims m_claims;
    TaskBoard m_board;
    Settler m_settler;
    Heartbeat m_heartbeat;
    HintPump m_hints;
    StartStop m_keeper;
    std::vector<std::thread> m_threads;
    std::stop_source m_ending;

    Bell m_bell; ///< wakes the claiming thread
    Bell m_keep; ///< wakes the keeper
    std::atomic<bool> m_hinted = false, m_gave_back = false, m_paused = false, m_stop_ordered = false;
    std::atomic<std::int64_t> m_slow_us = 0;
    bool m_more = true;
    SteadyPoint m_next_look{}, m_hint_from{};
};

} // namespace lockdesk
