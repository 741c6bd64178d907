// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace lockdesk {

/// A thread whose work may hang in a call that nothing ends: the stopping thread waits within a bound, and then leaves it
/// behind. So the body owns all that it uses, through a `shared_ptr`, and never uses this object. An abandoned thread is
/// counted (`unwaited_threads`) until it ends by itself. Thread-safe.
class BoundedThread
{
public:
    BoundedThread() = default;
    /// Abandons a thread that was not stopped.
    ~BoundedThread() { abandon(); }
    BoundedThread(const BoundedThread&) = delete;
    BoundedThread& operator=(const BoundedThread&) = delete;

    /// Runs `body`, and destroys it on the thread before the thread counts as ended. Abandons the thread of the last start.
    /// May throw std::system_error, like std::thread.
    void start(std::function<void()> body);
    /// Waits for the end of the body, which the caller has requested and interrupted, until the deadline. Then abandons it.
    /// On the thread itself: abandons it at once. Later calls do not wait again. Returns true if the thread has ended, or
    /// was not started.
    bool stop(std::chrono::steady_clock::time_point deadline);
    bool stop(std::chrono::milliseconds at_most) { return stop(std::chrono::steady_clock::now() + at_most); }
    /// Leaves the thread behind without waiting.
    void abandon();

private:
    struct End;
    std::mutex m_mutex;
    std::thread m_thread;
    std::shared_ptr<End> m_end; ///< shared with the thread
};

} // namespace lockdesk
