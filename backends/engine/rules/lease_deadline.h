// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

namespace lockdesk {

/// Safety margin by which a holder trusts its lease less long than the store does: 2 % and 5 ms, for uneven clocks and for
/// the time to notify the work.
constexpr Duration lease_margin(Duration lease) { return add(lease / 50, std::chrono::milliseconds{5}); }

/// Returns until when a holder may trust a lease that it requested at `asked_at` (before the request was sent).
inline SteadyPoint lease_deadline(SteadyPoint asked_at, Duration lease)
{
    return steady_after(asked_at, lease == no_end ? lease : lease - lease_margin(lease));
}

} // namespace lockdesk
