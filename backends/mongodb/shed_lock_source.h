// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk::mongodb {

/// Opens a session on ShedLock's collection, `shedLock` by default: `{_id: name, lockUntil, lockedAt, lockedBy}`, dates
/// in milliseconds. Locks without tokens only.
Answer<std::unique_ptr<Session>> open_shed_lock(const StoreUrl& url, const SessionOptions& options);

} // namespace lockdesk::mongodb
