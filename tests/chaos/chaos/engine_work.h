// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/chaos/chaos/work.h"

namespace lockdesk::chaos {

/// As `work`, but through what the engine writes over the stores, all of it at once in this process: WaitingAcquire with a
/// Watchdog, guards, Lead, a PollingWorker and a Relay; on Redlock those of them that need locks alone. Throws
/// std::runtime_error when a part ends that should have gone on.
void work_through_engine(Store& store, const WorkerPlan& plan);

} // namespace lockdesk::chaos
