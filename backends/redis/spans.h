// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <algorithm>
#include <cstdint>

namespace lockdesk::redis {

/// Lua's numbers are doubles, not exact beyond this. Longer spans, `no_end` included, are cut to it.
inline constexpr std::int64_t longest_us = 9'000'000'000'000'000;

constexpr std::int64_t bounded_us(Duration d)
{
    return d.count() > longest_us ? longest_us : d.count() < -longest_us ? -longest_us : d.count();
}

} // namespace lockdesk::redis
