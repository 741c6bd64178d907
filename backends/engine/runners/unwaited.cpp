// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/unwaited.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

namespace lockdesk {

namespace {

std::atomic<int>& count()
{
    static std::atomic<int> running{0}; // trivial to destroy, so it outlives all threads
    return running;
}

struct Elsewhere
{
    std::mutex mutex;
    std::vector<int (*)()> counts;
};

Elsewhere& elsewhere_counted()
{
    static auto* const one = new Elsewhere; // never destroyed: asked last in main
    return *one;
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

int unwaited_threads()
{
    auto& elsewhere = elsewhere_counted();
    const std::lock_guard lock(elsewhere.mutex);
    return std::accumulate(elsewhere.counts.begin(), elsewhere.counts.end(), count().load(),
                           [](int sum, int (*one)()) { return sum + one(); });
}

void count_unwaited_also(int (*elsewhere)())
{
    auto& counted = elsewhere_counted();
    const std::lock_guard lock(counted.mutex);
    counted.counts.push_back(elsewhere);
}

int end_of_program(int status)
{
    if (unwaited_threads() == 0)
        return status;
    std::cout.flush();
    (void)std::fflush(stdout);
    std::_Exit(status);
}

} // namespace lockdesk
