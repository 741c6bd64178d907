// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/unwaited.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <thread>

namespace lockdesk {

namespace {

std::atomic<int>& count()
{
    static std::atomic<int> running{0}; // trivial to destroy, so it outlives all threads
    return running;
}

} // namespace

UnwaitedThread::UnwaitedThread() { ++count(); }

void UnwaitedThread::done()
{
    if (std::exchange(m_counted, false))
        --count();
}

void start_unwaited(std::function<void()> body)
{
    std::thread([counted = UnwaitedThread(), body = std::move(body)]() mutable {
        body();
        body = nullptr;
        counted.done();
    }).detach();
}

int unwaited_threads() { return count(); }

int end_of_program(int status)
{
    if (unwaited_threads() == 0)
        return status;
    std::cout.flush();
    (void)std::fflush(stdout);
    std::_Exit(status);
}

} // namespace lockdesk
