// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

#include <algorithm>
#include <optional>

namespace lockdesk {

/// The instant at which to judge a row last read at `read` (nullopt: now): `now`, but before the end of a lease that has
/// not been read since. It may have been renewed meanwhile; the next read shows. All times are on the store's clock.
inline TimePoint judged_at(TimePoint end, TimePoint now, std::optional<TimePoint> read)
{
    return read && end > *read ? std::min(now, end - Duration{1}) : now;
}
inline TimePoint judged_at(const LockRow& row, TimePoint now, std::optional<TimePoint> read)
{
    return row.owner.empty() || !row.expires_at ? now : judged_at(*row.expires_at, now, read);
}
inline TimePoint judged_at(const TaskRow& row, TimePoint now, std::optional<TimePoint> read)
{
    return row.owner.empty() ? now : judged_at(task_due_at(row), now, read);
}

} // namespace lockdesk
