// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/lease_info.h"

#include "backends/engine/rules/lease_deadline.h"
#include "backends/engine/rules/lease_end.h"

#include <algorithm>

namespace lockdesk {

namespace {

double fraction(Duration part, Duration whole)
{
    return whole.count() <= 0 ? 0
                              : std::clamp(static_cast<double>(part.count()) / static_cast<double>(whole.count()), 0.0, 1.0);
}

LeaseInfo runningUntil(TimePoint end, Duration whole, TimePoint now, Duration uncertainty)
{
    LeaseInfo info;
    info.remaining = end - now;
    info.kind = info.remaining.count() <= 0 ? LeaseInfo::Kind::expired : LeaseInfo::Kind::running;
    info.left = fraction(info.remaining, whole);
    info.uncertainty = fraction(uncertainty, whole);
    info.margin = fraction(lease_margin(whole), whole);
    info.closing = info.kind == LeaseInfo::Kind::running && info.remaining <= whole / 3;
    return info;
}

// Length of the whole lease if the row does not have it: from the last sign of life to the end. Without one, the time
// left counts as the whole: an empty bar would suggest an end soon.
Duration wholeLease(const LockRow& row, TimePoint now)
{
    if (row.lease && row.lease->count() > 0)
        return *row.lease;
    const auto from = row.renewed_at ? row.renewed_at : row.acquired_at;
    return *row.expires_at - from.value_or(std::min(now, *row.expires_at));
}

} // namespace

LeaseInfo leaseInfo(const LockRow& row, TimePoint now, Duration uncertainty)
{
    switch (lock_state(row, now)) {
    case LockState::free: return {};
    case LockState::cooling: {
        const auto from = row.released_at.value_or(row.acquired_at.value_or(now));
        auto info = runningUntil(*row.cooling_until, *row.cooling_until - from, now, uncertainty);
        info.kind = LeaseInfo::Kind::cooling;
        info.margin = 0;
        info.closing = false;
        return info;
    }
    case LockState::held:
    case LockState::closing:
    case LockState::expired: break;
    }
    if (!lease_end(row)) {
        LeaseInfo info;
        info.kind = LeaseInfo::Kind::noExpiry;
        return info;
    }
    auto info = runningUntil(*row.expires_at, wholeLease(row, now), now, uncertainty);
    info.closing = lock_state(row, now) == LockState::closing;
    info.renewalTick = row.renewals > 0;
    return info;
}

LeaseInfo leaseInfo(const TaskRow& row, TimePoint now, Duration uncertainty)
{
    return row.owner.empty() ? LeaseInfo{} : runningUntil(task_due_at(row), row.lock_timeout, now, uncertainty);
}

std::vector<TimePoint> missedRenewals(std::vector<TimePoint> renewed, TimePoint looked, TimePoint end)
{
    constexpr std::size_t least = 3, most = 100;
    std::vector<TimePoint> out;
    if (renewed.size() < least)
        return out;
    std::sort(renewed.begin(), renewed.end());
    // The longest of the last gaps: a gap that occurred before is not late.
    Duration rhythm{0};
    for (auto at = renewed.end() - 2; at != renewed.begin(); --at)
        rhythm = std::max(rhythm, at[1] - at[0]);
    rhythm = std::max(rhythm, renewed[1] - renewed[0]);
    if (rhythm <= Duration{0})
        return out;
    // Missing once half a rhythm late.
    for (TimePoint due = renewed.back() + rhythm; due + rhythm / 2 <= looked && due < end && out.size() < most;
         due += rhythm)
        out.push_back(due);
    return out;
}

LeaseInfo leaseInfo(const WorkerRow& row, TimePoint now, Duration uncertainty)
{
    if (!row.lease_until || row.doing.empty())
        return {};
    return runningUntil(*row.lease_until, *row.lease_until - row.doing_since.value_or(now), now, uncertainty);
}

} // namespace lockdesk
