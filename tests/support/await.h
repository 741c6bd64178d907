// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace lockdesk::test {

/// Polls until `holds()` is true; returns false at the deadline. For conditions without notification (another process, a
/// starting server); never for time itself.
template <class Predicate>
[[nodiscard]] bool await(Predicate holds, std::chrono::milliseconds at_most = std::chrono::seconds{10})
{
    const auto deadline = std::chrono::steady_clock::now() + at_most;
    constexpr std::chrono::nanoseconds longest = std::chrono::milliseconds{16};
    constexpr std::chrono::nanoseconds longest_after_dear = std::chrono::milliseconds{100};
    for (std::chrono::nanoseconds pause = std::chrono::milliseconds{1};; pause = std::min(2 * pause, longest)) {
        const auto began = std::chrono::steady_clock::now();
        if (holds())
            return true;
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline)
            return false;
        // A dear poll, as one that starts a program, would take the processor that the other side needs.
        std::this_thread::sleep_for(std::max(pause, std::min<std::chrono::nanoseconds>(2 * (now - began), longest_after_dear)));
    }
}

} // namespace lockdesk::test
