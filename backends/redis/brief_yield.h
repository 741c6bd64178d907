// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <sched.h>

namespace lockdesk::redis {

/// Lets other threads run for a moment, instead of a sleep that would cost more. Where other programs want the processor, they
/// keep it for milliseconds; then this is not done for a while. One thread at a time.
class BriefYield
{
public:
    /// Returns false, at once, where the last yield took long: the caller then sleeps or goes on.
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
    // The other threads of this process that have a reply to take and a call to send.
    static constexpr std::chrono::microseconds brief{300};
    static constexpr int long_yield_skips = 200;
    int m_skip = 0;
};

} // namespace lockdesk::redis
