// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/contracts/locks.h"

namespace lockdesk::ctl {

/// The `lock` object with all its keys, for a free lock.
Json lock_line(const char* op, const LockName& name, const OwnerId& caller, const Capabilities& can,
               std::optional<TimePoint> at);

Json acquisition_json(const LockName& name, const OwnerId& caller, const Acquisition& answer, const Capabilities& can,
                      std::optional<TimePoint> at);
/// `token`: the one the caller passed.
Json lease_json(const char* op, const LockName& name, const OwnerId& caller, FencingToken token, const LeaseAnswer& answer,
                const Capabilities& can, std::optional<TimePoint> at);
Json force_json(const ForceRelease& request, const ForceAnswer& answer, const Capabilities& can,
                std::optional<TimePoint> at);
/// `expires_us`: if nothing was done, the end of the present cooling.
Json end_cooling_json(const EndCooling& request, const CoolingEnd& answer, const Capabilities& can,
                      std::optional<TimePoint> at);

Exit exit_of(AcquireResult result);
Exit exit_of(LeaseResult result);

} // namespace lockdesk::ctl
