// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

#include <algorithm>
#include <optional>

namespace lockdesk {

/// The instant at which a row is judged that was last looked at at `read` (none: now): now, but not beyond the end of a lease that
/// nobody has looked at since. It may have been renewed; whether it is over the next look tells. All on the store's clock.
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
