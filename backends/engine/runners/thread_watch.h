// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <thread>

namespace lockdesk {

/// Is notified when threads of the engine begin, join and end, to control their clock and order. The watch of a thread
/// also watches the threads that it creates; outside of lessons no thread has one.
class ThreadWatch
{
public:
    virtual ~ThreadWatch() = default;
    /// Called by the creator, before the thread exists.
    virtual void making() = 0;
    /// Called by the thread itself; may block until its turn.
    virtual void began() = 0;
    virtual void ended() = 0; ///< the thread's last call
    /// Called before and after the wait by a thread that waits for the end of `thread`.
    virtual void joining(std::thread::id thread) = 0;
    virtual void joined() = 0;

    /// The watch of the calling thread; null: none.
    static ThreadWatch*& current();
};

} // namespace lockdesk
