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

/// One event, with the words of the command line.
struct EventLine
{
    std::string event;
    std::string task; ///< or the lock or message of the event
    std::string phase;
    std::string to;
    std::optional<FencingToken> token;
    std::optional<TimePoint> store_time;
    SteadyPoint at{};
    std::string text;
};

/// Prints events on standard output, flushed at once: JSON lines, or lines for people. A reader that stops reading blocks
/// nothing, and gets the number of lines left out (`left_out`). Problems with the store go to standard error. Thread-safe.
class EventPrinter
{
public:
    EventPrinter(std::string worker, bool json) : m_worker(std::move(worker)), m_json(json) {}
    void print(const EventLine& line);
    void print(const WorkerEvent& event);
    /// Prints a line `collected{worker,entity,rows}` for each kind of removed rows.
    void print(const Collected& collected, std::optional<TimePoint> store_time);
    /// Reports that the store is unavailable. Repeats the same message only every ten seconds.
    void trouble(const std::string& message);
    /// Whether lines could not be written, as on a full disk.
    [[nodiscard]] bool has_lost() const { return m_out.has_lost(); }

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
