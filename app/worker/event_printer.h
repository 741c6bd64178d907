// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/unread.h"
#include "backends/engine/contracts/answer.h"
#include "backends/engine/contracts/names.h"
#include "backends/engine/runners/retention.h"
#include "backends/engine/runners/worker_events.h"

#include <mutex>
#include <string>

namespace lockdesk::worker {

/// One thing that happened, with the words of the command line.
struct EventLine
{
    std::string event;
    std::string task; ///< or the lock or message it is about
    std::string phase;
    std::string to;
    std::optional<FencingToken> token;
    std::optional<TimePoint> store_time;
    SteadyPoint at{};
    std::string text;
};

/// Events on standard output, flushed at once: JSON lines, or lines for people; a reader who stands still holds up nothing, and is
/// told how many were left out (`left_out`). Troubles with the store go to standard error. Thread-safe.
class EventPrinter
{
public:
    EventPrinter(std::string worker, bool json) : m_worker(std::move(worker)), m_json(json) {}
    void print(const EventLine& line);
    void print(const WorkerEvent& event);
    /// Old rows were removed: a line `collected{worker,entity,rows}` for each kind.
    void print(const Collected& collected, std::optional<TimePoint> store_time);
    /// The store could not be asked. The same message again is printed every ten seconds only.
    void trouble(const std::string& message);

private:
    void write(const std::string& text);

    std::string m_worker;
    bool m_json;
    Unread m_out;
    std::mutex m_mutex;
    std::string m_last_trouble;
    SteadyPoint m_trouble_at{};
};

} // namespace lockdesk::worker
