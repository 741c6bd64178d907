// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

namespace lockdesk {

/// Counts a thread that may outlive main: one that is never joined, or is abandoned when it hangs in a call. Created by the
/// starter and moved into the thread, so that it is counted before it runs; `done`, or the destructor, must be the thread's
/// last action, after everything it owns is destroyed.
class UnwaitedThread
{
public:
    UnwaitedThread();
    ~UnwaitedThread() { done(); }
    UnwaitedThread(UnwaitedThread&& other) noexcept : m_counted(std::exchange(other.m_counted, false)) {}
    UnwaitedThread& operator=(UnwaitedThread&&) = delete;
    void done();

private:
    bool m_counted = true;
};

/// Runs `body` on a detached thread. Destroys what `body` holds before the thread counts as ended. May throw
/// std::system_error, like std::thread.
void start_unwaited(std::function<void()> body);

/// Number of such threads. Thread-safe.
int unwaited_threads();

/// From now on, those that `elsewhere` returns count too: a library that the program has loaded may have its own copy of
/// this code. `elsewhere` must stay callable until the process ends. Thread-safe.
void count_unwaited_also(int (*elsewhere)());

/// Call it last in main. Returns `status` when no such thread runs. Otherwise ends the process, after flushing its
/// output: a return would destroy objects that they may be using (statics, and what libraries clear at exit), and crash
/// after the work is done.
int end_of_program(int status);

} // namespace lockdesk
