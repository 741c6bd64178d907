// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/admin.h"

#include <algorithm>
#include <chrono>

namespace lockdesk {

/// Reads a store's clock several times; the quickest read decides the offset. `read` puts the session's clock, and in a
/// sandbox the rate, into the reading, and returns an answer of the store's real clock, which has this resolution.
template <class Read> Answer<ClockReading> probe_clock(int probes, const Read& read, Duration resolution = Duration{0})
{
    ClockReading out;
    out.uncertainty = no_end;
    for (int i = 0; i < std::max(probes, 1); ++i) {
        const auto begin = std::chrono::steady_clock::now();
        const auto wall = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
        const Answer<TimePoint> real = read(out);
        if (!real)
            return real.failure();
        const auto half = std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - begin) / 2;
        if (half < out.uncertainty) {
            out.uncertainty = half;
            out.offset = *real - (wall + half);
        }
    }
    out.uncertainty += resolution / 2;
    return {out, out.store};
}

} // namespace lockdesk
