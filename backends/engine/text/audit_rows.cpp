// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/audit_rows.h"

#include "backends/engine/contracts/evidence.h"
#include "backends/engine/text/command_line.h"

namespace lockdesk {

namespace {

template <class Request> AuditRow row_of(const Request& request, const char* entity, std::string key, std::string action)
{
    AuditRow row;
    row.who = request.who;
    row.action = std::move(action);
    row.entity = entity;
    row.key = std::move(key);
    row.reason = request.reason;
    row.evidence = evidence_json(request.seen);
    row.command = command_line(request);
    return row;
}

} // namespace

AuditRow audit_row(const ForceRelease& request)
{
    return row_of(request, "lock", request.name.str(), request.hold_off > Duration{0} ? "hold-off" : "force-release");
}

AuditRow audit_row(const EndCooling& request) { return row_of(request, "lock", request.name.str(), "end-hold-off"); }

AuditRow audit_row(const ForcedRelock& request) { return row_of(request, "task", request.id.str(), "relock"); }

AuditRow audit_row(const TaskRemoval& request) { return row_of(request, "task", request.id.str(), "remove"); }

AuditRow audit_row(const WorkerCommand& request)
{
    return row_of(request, "worker", request.id.str(), std::string("worker-") + word(request.control.order));
}

} // namespace lockdesk
