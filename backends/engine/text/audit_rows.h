// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/tasks.h"
#include "backends/engine/contracts/workers.h"

#include <string>
#include <string_view>

namespace lockdesk {

/// The audit row of a forced action: who, what, on which row, why, on which evidence, by which command. The caller sets
/// `result`; the store sets `seq` and `at`.
AuditRow audit_row(const ForceRelease& request);
AuditRow audit_row(const EndCooling& request);
AuditRow audit_row(const ForcedRelock& request);
AuditRow audit_row(const TaskRemoval& request);
AuditRow audit_row(const WorkerCommand& request);

/// The same, with its result.
template <class Request> AuditRow audit_row(const Request& request, std::string_view result)
{
    AuditRow row = audit_row(request);
    row.result = result;
    return row;
}

} // namespace lockdesk
