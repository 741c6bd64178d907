// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"

#include <QMetaType>

#include <vector>

namespace lockdesk {

/// What a lease bar shows, as fractions of the whole lease.
struct LeaseInfo
{
    enum class Kind { none, running, expired, noExpiry, cooling };
    Kind kind = Kind::none;
    double left = 0;
    double uncertainty = 0; ///< of the store's clock
    double margin = 0;      ///< the holder's own safety margin at the end
    bool renewalTick = false;
    bool closing = false;
    bool stale = false;
    Duration remaining{0}; ///< negative: how long it has been over
    friend bool operator==(const LeaseInfo&, const LeaseInfo&) = default;
};

LeaseInfo leaseInfo(const LockRow& row, TimePoint now, Duration uncertainty);
LeaseInfo leaseInfo(const TaskRow& row, TimePoint now, Duration uncertainty);
/// Returns the renewals that are missing: where the last ones seen (at least three) had a rhythm, the instants at which
/// the following ones were due, up to the last read of the lock (`looked`) and the end of its lease (`end`). Oldest first.
std::vector<TimePoint> missedRenewals(std::vector<TimePoint> renewed, TimePoint looked, TimePoint end);
/// The lease of a worker's current work, taken from doing_since to lease_until.
LeaseInfo leaseInfo(const WorkerRow& row, TimePoint now, Duration uncertainty);

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::LeaseInfo)
