// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <algorithm>
#include <cstdint>

namespace lockdesk {

/// Limit of a stored time's distance from 1970, or of a duration, in microseconds: 63,000 years. Other programs can write
/// any number; within this limit, two of them can be added or subtracted without overflow.
inline constexpr std::int64_t foreign_limit_us = 2'000'000'000'000'000'000;

/// Clamps a time of a row or file that other programs may have written to the limit.
constexpr TimePoint foreign_time(std::int64_t us)
{
    return time_from_us(std::clamp(us, -foreign_limit_us, foreign_limit_us));
}
/// Clamps a duration to a tenth of the limit, so that ten times its value stays within it.
constexpr Duration foreign_span(std::int64_t us)
{
    return Duration{std::clamp(us, -foreign_limit_us / 10, foreign_limit_us / 10)};
}

} // namespace lockdesk
