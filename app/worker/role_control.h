// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/event_printer.h"
#include "backends/engine/runners/heartbeat.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

namespace lockdesk::worker {

/// The single heartbeat of a process with any number of roles, and its control column: when to pause, slow down and end.
/// Thread-safe.
class RoleControl
{
public:
    using Order = std::function<void(const WorkerControl&, std::optional<TimePoint> store_time)>;

    /// `row`: id, role, kinds. Beats from construction to destruction.
    RoleControl(Runtime& runtime, const Access& access, WorkerRow row, EventPrinter& events, const std::stop_token& stop);
    ~RoleControl();

    WorkerStats& stats() { return m_stats; }
    /// Requested by `stop`, by the control column and by `end`.
    [[nodiscard]] std::stop_token ending() const { return m_ending.get_token(); }
    void end() { m_ending.request_stop(); }
    [[nodiscard]] bool paused() const { return m_paused; }
    /// Additional time of every step.
    [[nodiscard]] Duration slow_by() const { return Duration{m_slow_us}; }
    /// Calls `order` for every order until the process ends.
    void on_order(Order order);
    /// Prints an event with the current time.
    void tell(EventLine line);
    /// Adds a text to the last event.
    void note_at_end(std::string text);

private:
    void obey(const WorkerControl& control, std::optional<TimePoint> store_time);

    Runtime& m_runtime;
    EventPrinter& m_events;
    WorkerStats m_stats;
    std::stop_source m_ending;
    std::stop_callback<std::function<void()>> m_outer;
    std::atomic<bool> m_paused = false;
    std::atomic<std::int64_t> m_slow_us = 0;
    std::mutex m_mutex;
    std::vector<Order> m_orders;
    std::string m_last_words;
    Heartbeat m_heartbeat;
};

} // namespace lockdesk::worker
