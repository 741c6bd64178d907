// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <thread>

namespace lockdesk::test {

/// Polls until `holds()` is true; returns false at the deadline. For conditions without notification (another process, a
/// starting server); never for time itself.
template <class Predicate>
[[nodiscard]] bool await(Predicate holds, std::chrono::milliseconds at_most = std::chrono::seconds{10})
{
    const auto deadline = std::chrono::steady_clock::now() + at_most;
    for (auto pause = std::chrono::milliseconds{1};; pause = pause < std::chrono::milliseconds{16} ? pause * 2 : pause) {
        if (holds())
            return true;
        if (std::chrono::steady_clock::now() >= deadline)
            return false;
        std::this_thread::sleep_for(pause);
    }
}

} // namespace lockdesk::test
