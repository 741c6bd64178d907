// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/sql/result.h"

namespace lockdesk::sql {

// Read the one row that acquire, renew and release return.
Acquisition acquisition(const Result& r);
LeaseAnswer lease_answer(const Result& r);

} // namespace lockdesk::sql
