// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

namespace lockdesk {

/// A span of time in whole microseconds. `no_end` is the longest one; the end of a lease saturates (see `add`).
using Duration = std::chrono::microseconds;

/// An instant on the *store's* clock: microseconds since 1970, UTC. Never compare it with a local clock.
using TimePoint = std::chrono::sys_time<std::chrono::microseconds>;

/// An instant on this process's steady clock. Deadlines use it, never the wall clock.
using SteadyPoint = std::chrono::steady_clock::time_point;

/// The last instant that a store writes, in the year 2255: still exact in a double, the number type of Lua and JSON
/// readers. An endless lease ends there, on every store.
inline constexpr TimePoint end_of_time{Duration{9'000'000'000'000'000}};

inline constexpr Duration no_end = end_of_time.time_since_epoch();

/// 1970-01-01: the `locked_at` of a task that was never locked.
inline constexpr TimePoint never_locked{};

/// The shortest lease that the engine grants: below it a renewal every third is not reliable.
inline constexpr Duration shortest_lease = std::chrono::milliseconds{300};

constexpr std::int64_t to_us(TimePoint t) { return t.time_since_epoch().count(); }
constexpr std::int64_t to_us(Duration d) { return d.count(); }
constexpr TimePoint time_from_us(std::int64_t us) { return TimePoint{Duration{us}}; }

/// a + b, saturating.
constexpr Duration add(Duration a, Duration b)
{
    constexpr auto top = std::numeric_limits<std::int64_t>::max();
    constexpr auto bottom = std::numeric_limits<std::int64_t>::min();
    if (b.count() > 0 && a.count() > top - b.count())
        return Duration{top};
    if (b.count() < 0 && a.count() < bottom - b.count())
        return Duration{bottom};
    return Duration{a.count() + b.count()};
}
/// t + d, at most `end_of_time`.
constexpr TimePoint add(TimePoint t, Duration d)
{
    const TimePoint end{add(t.time_since_epoch(), d)};
    return end < end_of_time ? end : end_of_time;
}

/// from + d on the steady clock, at most a hundred years away, also for `no_end`.
inline SteadyPoint steady_after(SteadyPoint from, Duration d)
{
    constexpr Duration horizon = std::chrono::hours{24 * 36525};
    return from + std::chrono::duration_cast<std::chrono::steady_clock::duration>(d < horizon ? d : horizon);
}

} // namespace lockdesk
