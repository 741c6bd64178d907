// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

namespace lockdesk {

/// Counts a thread that its program may leave behind: one that nobody joins, or that is given up when it hangs in a call. Made by
/// who starts the thread and moved into it, so that it is counted before it runs; `done`, or the end, is for the last thing that
/// the thread does, when all that it had is destroyed.
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

/// Runs `body` on a thread that nobody joins. What `body` holds is destroyed before the thread counts as ended. May throw
/// std::system_error, as std::thread does.
void start_unwaited(std::function<void()> body);

/// How many run. Any thread.
int unwaited_threads();

/// The last call of a main. Where none of those threads runs it only hands back `status`. Else the process ends here, with what
/// was printed: to return would destroy what they may be using (statics, and what libraries clear at exit), which is a crash
/// after the work is done.
int end_of_program(int status);

} // namespace lockdesk
