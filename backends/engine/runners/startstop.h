// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace lockdesk {

/// A thread that may be started and stopped repeatedly, early and concurrently. Every thread of the engine is one of these.
///
/// - `start` does nothing while it runs; after its end (by itself or by `stop`) it starts again; during a `stop` it waits
///   for that first.
/// - `stop` requests the end of the body and waits for it; before `start`, or a second time, it does nothing. On the thread
///   itself it only requests the end.
/// Thread-safe. The destructor stops; it must not run on the thread itself.
class StartStop
{
public:
    StartStop() = default;
    ~StartStop();
    StartStop(const StartStop&) = delete;
    StartStop& operator=(const StartStop&) = delete;

    /// Returns true if this call started it.
    bool start(std::function<void(std::stop_token)> body);
    /// Requests the end without waiting.
    void request_stop();
    void stop();
    [[nodiscard]] bool running() const;

private:
    enum class State { idle, running, ended, joining };
    void run(const std::function<void(std::stop_token)>& body, const std::stop_token& stop);
    void join(std::unique_lock<std::mutex>& lock);

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    State m_state = State::idle;
    std::stop_source m_stop{std::nostopstate};
    std::thread m_thread;
    std::thread::id m_id; ///< kept during a join: the thread must still recognize itself
    unsigned m_run = 0;
};

} // namespace lockdesk
