// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <algorithm>
#include <cstdint>

namespace lockdesk {

/// How far from 1970 (or how long) what a row says may be, in microseconds: 63,000 years. Whoever can write a row can write any
/// number; within this, two of them can be added or subtracted without overflow.
inline constexpr std::int64_t foreign_limit_us = 2'000'000'000'000'000'000;

/// A time of a row or file that somebody else may have written; what is beyond the limit is at it.
constexpr TimePoint foreign_time(std::int64_t us)
{
    return time_from_us(std::clamp(us, -foreign_limit_us, foreign_limit_us));
}
/// The same for a duration; of these, ten times as much can be had, too.
constexpr Duration foreign_span(std::int64_t us)
{
    return Duration{std::clamp(us, -foreign_limit_us / 10, foreign_limit_us / 10)};
}

} // namespace lockdesk
