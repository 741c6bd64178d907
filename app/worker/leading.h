// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/roles.h"
#include "backends/engine/runners/lead.h"

namespace lockdesk::worker {

/// Leads under the role's lock until the process ends; prints its events and counts. Returns the exit status.
int lead(const Work& work, const Job& job);

} // namespace lockdesk::worker
