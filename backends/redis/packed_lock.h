// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockdesk::redis {

/// The packed row of a lock as written by lock_row in resources/redis/library.lua. Texts point into the input.
struct PackedLock
{
    enum class Kind : char { held = 'H', free = 'F', forced = 'R' };
    Kind kind = Kind::free;
    std::optional<TimePoint> waited_until; ///< waiters exist until then, or existed
    std::int64_t token = 0;
    std::optional<TimePoint> acquired_at; ///< of a held lock, and of a release's answer
    std::optional<TimePoint> ends_at;     ///< of the lease; of cooling when not held
    std::optional<TimePoint> stamped_at;  ///< last renewal if held, else the release
    std::optional<Duration> lease;
    std::int64_t holds = 0;
    std::int64_t renewals = 0;
    std::string_view owner; ///< the last owner when not held
    std::string_view requests;
    std::string_view reason;
};

/// Returns nullopt when the bytes are no row, or a number is out of range.
std::optional<PackedLock> unpack_lock(std::string_view row);

/// Decodes the answer to a new grant or last release: the row without its first eight bytes; of a release up to the stamp.
std::optional<PackedLock> unpack_changed(std::string_view answer);
/// Minimum size of such an answer, in bytes.
inline constexpr std::size_t shortest_changed = 41;

} // namespace lockdesk::redis
