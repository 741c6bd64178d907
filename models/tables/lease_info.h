// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"

#include <QMetaType>

#include <vector>

namespace lockdesk {

/// What a lease bar shows, as fractions of one whole lease.
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
    Duration remaining{0}; ///< signed: negative is how long it has been over
    friend bool operator==(const LeaseInfo&, const LeaseInfo&) = default;
};

LeaseInfo leaseInfo(const LockRow& row, TimePoint now, Duration uncertainty);
LeaseInfo leaseInfo(const TaskRow& row, TimePoint now, Duration uncertainty);
/// Renewals that did not come: where the last seen ones came in a rhythm (three at least), the instants after the last at which the next
/// ones would have come, as far as the lock was looked at since (`looked`) and its lease was not over (`end`). Oldest first.
std::vector<TimePoint> missedRenewals(std::vector<TimePoint> renewed, TimePoint looked, TimePoint end);
/// Of what a worker does now. `lease` is taken from doing_since to lease_until.
LeaseInfo leaseInfo(const WorkerRow& row, TimePoint now, Duration uncertainty);

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::LeaseInfo)
