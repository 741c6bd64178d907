// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

namespace lockdesk {

/// Progressive backoff of a gateway platform. Cuts the time waited (now - updated_at) to whole milliseconds; up to and
/// including 120,000 ms the wait is a tenth of it, rounded up to a millisecond; beyond, the lock timeout.
/// 0 -> 0; 1 s -> 100 ms; 1001 ms -> 101 ms; 120 s -> 12 s; 120,001 ms -> lock_timeout. Negative counts as 0.
constexpr Duration progressive_backoff(Duration waited, Duration lock_timeout)
{
    const auto ms = waited.count() > 0 ? waited.count() / 1000 : 0;
    if (ms > 120'000)
        return lock_timeout;
    return Duration{(ms + 9) / 10 * 1000};
}

inline constexpr Duration exponential_base = std::chrono::milliseconds{100};

/// Exponential backoff with cap and full jitter, without a counter: doubling waits add up to about the last one, so the
/// ceiling is the time already waited, at least `exponential_base` and at most the lock timeout. The caller draws `jitter`
/// in [0, 1]; the wait is ceiling * jitter.
constexpr Duration exponential_backoff(Duration waited, Duration lock_timeout, double jitter)
{
    auto ceiling = waited > exponential_base ? waited : exponential_base;
    if (ceiling > lock_timeout)
        ceiling = lock_timeout;
    const double bounded = jitter < 0 ? 0 : (jitter > 1 ? 1 : jitter);
    return Duration{static_cast<std::int64_t>(static_cast<double>(ceiling.count()) * bounded)};
}

constexpr Duration backoff(BackoffPolicy policy, Duration waited, Duration lock_timeout, double jitter)
{
    return policy == BackoffPolicy::progressive ? progressive_backoff(waited, lock_timeout)
                                                : exponential_backoff(waited, lock_timeout, jitter);
}

} // namespace lockdesk
