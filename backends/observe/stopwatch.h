// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/contracts/time.h"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace lockdesk {

/// Whether the calling thread does the store's work.
inline bool runs_in_process(const Capabilities& can) { return can.store == "sqlite" || can.store == "memory"; }

/// Measures the time a store works for us: elapsed time minus this thread's own CPU time (parsing answers is no work of a
/// server). For use in the thread that creates it.
class Stopwatch
{
public:
    explicit Stopwatch(bool in_process) : m_in_process(in_process) {}
    [[nodiscard]] Duration of_store() const
    {
        const auto passed = std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - m_began);
        return m_in_process ? passed : std::max(passed - (own_work() - m_work), Duration{0});
    }

private:
    static Duration own_work()
    {
        timespec used{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
        return std::chrono::seconds{used.tv_sec}
               + std::chrono::duration_cast<Duration>(std::chrono::nanoseconds{used.tv_nsec});
    }

    const bool m_in_process;
    const std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now();
    const Duration m_work = own_work();
};

} // namespace lockdesk
