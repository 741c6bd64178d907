// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <algorithm>

namespace lockdesk::mongodb {

inline constexpr Duration resolution = std::chrono::milliseconds{1};

constexpr std::int64_t bounded_us(Duration d) { return std::clamp(d.count(), -to_us(end_of_time), to_us(end_of_time)); }

/// Returns a lease for storing: rounded up to the clock's resolution.
constexpr std::int64_t lease_us(Duration lease)
{
    const auto us = bounded_us(lease);
    return (us + resolution.count() - 1) / resolution.count() * resolution.count();
}

} // namespace lockdesk::mongodb
