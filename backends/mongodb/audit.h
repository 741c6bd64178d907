// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/audit.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

/// Returns the values for the statement `audit_write`.
Values audit_values(const AuditRow& row);

} // namespace lockdesk::mongodb
