// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockdesk::redis {

/// The packed row of a lock as resources/redis/lock_row.lua writes it. Texts point into the bytes it was read from.
struct PackedLock
{
    enum class Kind : char { held = 'H', free = 'F', forced = 'R' };
    Kind kind = Kind::free;
    std::optional<TimePoint> waited_until; ///< somebody waits, or has waited
    std::int64_t token = 0;
    std::optional<TimePoint> acquired_at; ///< held, and of an answer to release
    std::optional<TimePoint> ends_at;     ///< of the lease; when it is not held, of cooling
    std::optional<TimePoint> stamped_at;  ///< held: renewed; else released
    std::optional<Duration> lease;
    std::int64_t holds = 0;
    std::int64_t renewals = 0;
    std::string_view owner; ///< not held: the last one
    std::string_view requests;
    std::string_view reason;
};

/// Nothing: these bytes are no row, or a number in them is none of ours.
std::optional<PackedLock> unpack_lock(std::string_view row);

/// What a new grant and the last release answer: the row but for its first eight bytes, which of a release ends behind the stamp.
std::optional<PackedLock> unpack_changed(std::string_view answer);
/// The shortest such answer, in bytes.
inline constexpr std::size_t shortest_changed = 41;

} // namespace lockdesk::redis
