// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/maintenance.h"

#include "backends/engine/contracts/audit.h"
#include "backends/engine/contracts/evidence.h"

namespace lockdesk {

namespace {

constexpr std::size_t longest_owner = 200;
constexpr Duration taking_lease = std::chrono::seconds{10}; ///< of the acquire that a release follows at once

MaintenanceAnswer not_free(const Acquisition& taken)
{
    const bool cooling = taken.result == AcquireResult::cooling;
    return {cooling ? MaintenanceResult::cooling : MaintenanceResult::held, taken.expires_at, taken.holder};
}

// The acquire is a holder's verb, which the store does not audit.
std::string audit_problem_of(Session& session, const LockName& name, const MaintenanceOrder& order, const std::optional<LockSeen>& seen)
{
    AuditRow row;
    row.who = order.who;
    row.action = "hold-off";
    row.entity = "lock";
    row.key = name.str();
    row.reason = std::string(maintenance_reason) + order.reason;
    row.evidence = evidence_json(seen);
    row.result = "done";
    const auto written = session.audit().write(row);
    return written || written.failure().kind == FailureKind::unsupported ? std::string() : written.failure().message;
}

} // namespace

std::optional<Maintenance> maintenance_of(const LockRow& row, TimePoint now)
{
    if (!row.owner.empty() || !row.cooling_until || *row.cooling_until <= now)
        return std::nullopt;
    Maintenance out;
    out.until = *row.cooling_until;
    if (const std::string& reason = row.reason; reason.starts_with(maintenance_reason)) {
        out.reason = reason.substr(maintenance_reason.size());
        return out;
    }
    if (!row.last_owner.starts_with(maintenance_owner))
        return std::nullopt;
    const std::string rest = row.last_owner.substr(maintenance_owner.size());
    const auto slash = rest.find('/');
    out.who = rest.substr(0, slash);
    out.reason = slash == std::string::npos ? std::string() : rest.substr(slash + 1);
    return out;
}

Answer<OwnerId> owner_for_maintenance(const std::string& who, const std::string& reason)
{
    std::string name = who;
    for (char& c : name)
        if (c == '/')
            c = '-';
    std::string text = std::string(maintenance_owner) + name + "/" + reason;
    if (text.size() > longest_owner) {
        text.resize(longest_owner);
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
            text.pop_back(); // not in the middle of a character
        if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0)
            text.pop_back();
    }
    return OwnerId::parse(text);
}

Answer<MaintenanceAnswer> hold_off_free(Session& session, const LockName& name, const MaintenanceOrder& order,
                                        const RequestId& request, const std::optional<LockSeen>& seen, bool again)
{
    const auto owner = owner_for_maintenance(order.who, order.reason);
    if (!owner)
        return owner.failure();
    const auto taken = session.locks().acquire({name, *owner, taking_lease, request});
    if (!taken)
        return taken.failure();
    MaintenanceAnswer out;
    if (taken->result == AcquireResult::acquired) {
        const auto released = session.locks().release(name, *owner, *taken->token, order.span);
        if (!released)
            return released.failure();
        if (released->result != LeaseResult::cooling)
            return {MaintenanceAnswer{}, released.store_time()};
        out.result = MaintenanceResult::held_off;
        out.until = released->expires_at;
    } else {
        out = not_free(*taken);
        if (!again || out.result != MaintenanceResult::cooling)
            return {std::move(out), taken.store_time()};
        // The first call may have done it all.
        const auto row = session.locks().find(name);
        if (!row)
            return row.failure();
        if (!*row || (*row)->last_owner != owner->str())
            return {std::move(out), taken.store_time()};
        out.result = MaintenanceResult::held_off;
    }
    out.audit_problem = audit_problem_of(session, name, order, seen);
    return {std::move(out), taken.store_time()};
}

ForceRelease release_for_maintenance(ForceRelease seen, const MaintenanceOrder& order)
{
    seen.reason = std::string(maintenance_reason) + order.reason;
    seen.hold_off = order.span;
    seen.who = order.who;
    return seen;
}

Answer<MaintenanceAnswer> hold_off_held(Session& session, ForceRelease seen, const MaintenanceOrder& order)
{
    const auto answer = session.locks().force_release(release_for_maintenance(std::move(seen), order));
    if (!answer)
        return answer.failure();
    const bool done = answer->result == ForceResult::released;
    return {MaintenanceAnswer{done ? MaintenanceResult::held_off : MaintenanceResult::changed, answer->expires_at, answer->holder, answer->audit_problem},
            answer.store_time()};
}

} // namespace lockdesk
