// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace lockdesk {

struct Percentiles
{
    Duration p50{0}, p99{0};
    std::size_t samples = 0;
    friend bool operator==(const Percentiles&, const Percentiles&) = default;
};

/// The percentiles by nearest rank; nullopt without samples.
std::optional<Percentiles> percentiles_of(std::vector<Duration> samples);

/// Spans with the instant at which each ended. Percentiles are those of the samples themselves: samples of several stores or
/// locks are merged, never their percentiles.
class RecentTimes
{
public:
    static constexpr std::size_t most = 20'000;

    void add(TimePoint ended, Duration span);
    /// Samples that ended in (now - window, now].
    [[nodiscard]] std::vector<Duration> of(TimePoint now, Duration window) const;

private:
    struct Timed
    {
        TimePoint ended;
        Duration span;
    };
    std::deque<Timed> m_samples;
};

/// Hold and wait times that ended in one minute: the samples.
struct MeasuredSpans
{
    std::vector<Duration> lock_holds, lock_waits, task_holds;
};

/// Hold and wait times of one minute; nullopt: none ended in it.
struct MeasuredTimes
{
    std::optional<Percentiles> lock_holds, lock_waits, task_holds;
};

} // namespace lockdesk
