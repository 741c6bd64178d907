// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace lockdesk {

/// A thread that may be started and stopped early, twice and together. Every thread of the engine is one of these.
///
/// - `start` while it runs does nothing; after its end (by itself or by `stop`) it starts anew; during a `stop` it waits
///   for that first.
/// - `stop` asks the body to end and waits for it; before `start`, or a second time, it does nothing. From the thread itself
///   it only asks.
/// Thread-safe. The destructor stops; it must not run on the thread itself.
class StartStop
{
public:
    StartStop() = default;
    ~StartStop();
    StartStop(const StartStop&) = delete;
    StartStop& operator=(const StartStop&) = delete;

    /// True: this call started it.
    bool start(std::function<void(std::stop_token)> body);
    /// Asks, does not wait.
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
    std::thread::id m_id; ///< kept while somebody joins: the thread must still know itself
    unsigned m_run = 0;
};

} // namespace lockdesk
