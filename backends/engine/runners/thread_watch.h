// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <thread>

namespace lockdesk {

/// Hears when threads of the engine begin, wait for each other and end, for a clock and an order of its own. Who watches a thread
/// also watches the threads that it makes; outside of lessons that is nobody.
class ThreadWatch
{
public:
    virtual ~ThreadWatch() = default;
    /// By the maker, before the thread is there.
    virtual void making() = 0;
    /// By the thread itself; may block until it shall go on.
    virtual void began() = 0;
    virtual void ended() = 0; ///< the last thing that it does
    /// The thread that waits for the end of `thread` calls these before and after the wait.
    virtual void joining(std::thread::id thread) = 0;
    virtual void joined() = 0;

    /// Of the calling thread; null: nobody.
    static ThreadWatch*& current();
};

} // namespace lockdesk
