// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/runtime.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace lockdesk::worker {

/// Standard output for a reader that may stop reading, which must not block work and renewals. Unread lines
/// wait here, up to a limit; beyond it whole lines are dropped and counted. Thread-safe.
class Unread
{
public:
    Unread();
    /// Waits a moment for the reader to take the remaining text.
    ~Unread();
    Unread(const Unread&) = delete;
    Unread& operator=(const Unread&) = delete;

    /// Writes whole lines. Returns false when they were dropped.
    bool write(const std::string& text);
    /// Returns the lines dropped since the last call; 0 while there is no room to report them.
    std::int64_t take_left_out();
    /// Whether lines were lost because they could not be written, as on a full disk.
    [[nodiscard]] bool has_lost() const { return m_has_lost; }

private:
    void run(const std::stop_token& stop);
    bool pass_on(const std::string& text, const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::string m_waiting;
    std::int64_t m_left_out = 0;
    bool m_busy = false, m_broken = false;
    std::atomic<bool> m_has_lost = false;
    std::jthread m_thread;
};

} // namespace lockdesk::worker
