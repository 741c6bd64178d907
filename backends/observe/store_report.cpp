// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/store_report.h"

#include <utility>

namespace lockdesk {

namespace {

constexpr int clock_probes = 3;

bool is_lost(const Failure& failure) { return failure.connection_lost || failure.retryable; }

// Notes why something could not be read; what a source does not have needs no note.
void note(StoreReport& report, const Failure& failure)
{
    if (failure.kind != FailureKind::unsupported)
        report.unread.push_back(failure.message);
}

} // namespace

Capabilities with_durability(Capabilities can, const Durability& durability)
{
    can.weaknesses.clear();
    can.durable_tokens = can.fence != FenceStrength::none;
    can.fence = can.fence == FenceStrength::none ? FenceStrength::none : FenceStrength::strict;
    can.take(durability);
    return can;
}

Answer<ReportAnswer> read_report(Session& session, const ReportRequest& request)
{
    ReportAnswer out;
    StoreReport& report = out.report;
    report.can = session.capabilities();
    Admin& admin = session.admin();
    const auto answer = admin.durability();
    if (!answer && is_lost(answer.failure()))
        return answer.failure();
    if (answer || answer.failure().kind != FailureKind::unsupported) {
        out.durability = durability_or_unknown(answer);
        report.can = with_durability(std::move(report.can), *out.durability);
    }
    const auto schema = admin.schema();
    if (!schema && is_lost(schema.failure()))
        return schema.failure();
    if (schema)
        report.schema = schema->version;
    else
        note(report, schema.failure());
    auto facts = server_facts(admin);
    if (!facts && is_lost(facts.failure()))
        return facts.failure();
    if (facts)
        report.server = std::move(*facts);
    else
        note(report, facts.failure());
    if (request.clock) {
        report.clock_offset = request.clock->offset;
        report.clock_uncertainty = request.clock->uncertainty;
        report.at = request.clock->store;
        return out;
    }
    const auto clock = admin.clock(clock_probes);
    if (!clock)
        return clock.failure();
    report.clock_offset = clock->offset;
    report.clock_uncertainty = clock->uncertainty;
    report.at = clock->store;
    return out;
}

} // namespace lockdesk
