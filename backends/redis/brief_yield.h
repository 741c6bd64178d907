// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <sched.h>

namespace lockdesk::redis {

/// Yields the processor for a moment, which costs less than a sleep. Other programs may keep the processor for
/// milliseconds; yields are then skipped for a while. One thread at a time.
class BriefYield
{
public:
    /// Returns false, at once, when the last yield took long: the caller then sleeps or continues.
    bool operator()()
    {
        using Clock = std::chrono::steady_clock;
        if (m_skip > 0) {
            --m_skip;
            return false;
        }
        const auto began = Clock::now();
        sched_yield();
        if (Clock::now() - began > brief)
            m_skip = long_yield_skips;
        return true;
    }

private:
    // Enough for this process's other threads to take a reply and send a call.
    static constexpr std::chrono::microseconds brief{300};
    static constexpr int long_yield_skips = 200;
    int m_skip = 0;
};

} // namespace lockdesk::redis
