// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/local_audit.h"
#include "backends/engine/store.h"

#include <memory>

namespace lockdesk::app {

/// The session, with forced actions written to the local audit where its source has no audit table, and both in `audit().list`,
/// newest first. What could not be written there is said in the answer (`ForceAnswer::audit_problem`).
std::unique_ptr<Session> audited(std::unique_ptr<Session> session, const StoreUrl& url, LocalAudit audit = LocalAudit());

} // namespace lockdesk::app
