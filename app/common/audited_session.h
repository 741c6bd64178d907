// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/local_audit.h"
#include "backends/engine/contracts/store.h"

#include <memory>

namespace lockdesk::app {

/// Wraps a session and also writes every forced action to the local audit, in addition to the store's table where its
/// source has one. `audit().list` contains both, newest first; an action in both is listed once, as the store's, unless the
/// store has lost it (a restored backup, a recreated schema). The answer reports an action written to neither
/// (`ForceAnswer::audit_problem`). Not for sessions of a sandbox, which leave nothing behind.
std::unique_ptr<Session> audited(std::unique_ptr<Session> session, const StoreUrl& url, LocalAudit audit = LocalAudit());

} // namespace lockdesk::app
