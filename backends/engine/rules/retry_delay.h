// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"

#include <random>

namespace lockdesk {

/// Returns a random number from `least` to `most`, so that many that compete do not do so in step. From any thread.
inline std::int64_t random_between(std::int64_t least, std::int64_t most)
{
    static thread_local std::minstd_rand random{std::random_device{}()};
    return std::uniform_int_distribution<std::int64_t>{least, most}(random);
}

/// Pauses between tries to reach a store: 100 ms, doubling up to 2 s, jittered; restarts after a success.
class RetryDelay
{
public:
    explicit RetryDelay(Runtime& runtime, Duration first = std::chrono::milliseconds{100},
                        Duration longest = std::chrono::seconds{2})
        : m_runtime(runtime), m_first(first), m_longest(longest), m_next(first)
    {
    }
    Duration next()
    {
        const auto now = m_next;
        m_next = m_next * 2 < m_longest ? m_next * 2 : m_longest;
        return m_runtime.jittered(now);
    }
    void reset() { m_next = m_first; }

private:
    Runtime& m_runtime;
    Duration m_first, m_longest, m_next;
};

} // namespace lockdesk
