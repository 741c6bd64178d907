// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/local_audit.h"
#include "backends/engine/contracts/store.h"

#include <memory>

namespace lockdesk::app {

/// The session, with every forced action written to the local audit as well, beside the store's table where its source has one. Both
/// are in `audit().list`, newest first; an action that is in both is told once, as the store's, unless the store has lost it (a
/// restored backup, a schema made anew). What could be written to neither is said in the answer (`ForceAnswer::audit_problem`).
/// Not for sessions of a sandbox, which leave nothing behind.
std::unique_ptr<Session> audited(std::unique_ptr<Session> session, const StoreUrl& url, LocalAudit audit = LocalAudit());

} // namespace lockdesk::app
