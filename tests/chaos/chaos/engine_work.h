// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/chaos/chaos/work.h"

namespace lockdesk::chaos {

/// Like `work`, but through the classes built on the stores, all at once in this process: WaitingAcquire with a Watchdog,
/// guards, Lead, a PollingWorker and a Relay; on Redlock only those that need nothing but locks. Throws
/// std::runtime_error if a part ends that should continue.
void work_through_engine(Store& store, const WorkerPlan& plan);

} // namespace lockdesk::chaos
