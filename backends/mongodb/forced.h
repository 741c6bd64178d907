// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

/// Returns the commands that `force_release` sends, and the number of waiters.
Answer<ForcePreview> preview_force_release(Link& link, const ForceRelease& request);
/// Releases the lock if it still is the one that was shown, raises the fence of its name and writes the audit row.
Answer<ForceAnswer> force_release(Link& link, const ForceRelease& request);

/// The same of a hold-off that is ended before its time.
Answer<ForcePreview> preview_end_cooling(Link& link, const EndCooling& request);
Answer<CoolingEnd> end_cooling(Link& link, const EndCooling& request);

} // namespace lockdesk::mongodb
