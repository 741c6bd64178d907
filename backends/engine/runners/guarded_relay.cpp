// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/guarded_relay.h"

namespace lockdesk {

namespace {

bool has_lock(GuardKind kind) { return kind != GuardKind::none && kind != GuardKind::skip_locked_rows; }

} // namespace

LockName default_relay_lock(const std::optional<Topic>& topic)
{
    const auto all = LockName::trusted("outbox-relay");
    const auto own = topic ? LockName::parse(all.str() + ":" + topic->str()) : Answer<LockName>(all);
    return own ? *own : all;
}

void keep_apart_by(GuardKind kind, std::optional<Duration> lease, std::optional<std::int64_t> batch, RelayOptions& options)
{
    options.apart = has_lock(kind) ? Apart::guard : kind == GuardKind::none ? Apart::nothing : Apart::rows;
    options.lease = has_lock(kind) ? shortest_lease : lease.value_or(shortest_lease);
    options.batch = batch.value_or(has_lock(kind) ? options.batch : 1);
}

GuardedRelay::GuardedRelay(Runtime& runtime, Relay& relay, RelayPlan plan, RelayPlanEvents events)
    : m_runtime(runtime), m_relay(relay), m_plan(std::move(plan)), m_events(std::move(events))
{
    if (m_plan.guard && has_lock(m_plan.guard->kind))
        m_guard.emplace(runtime, m_plan.guard_access, *m_plan.guard);
}

Answer<Done> GuardedRelay::run(const std::stop_token& stop)
{
    while (m_plan.schedule.wait_for_tick(m_runtime, stop)) {
        if (const auto failure = tick(stop)) {
            const bool doubtful = failure->kind == FailureKind::in_doubt;
            if (!worth_retrying(*failure) || (m_plan.until_empty && !doubtful))
                return *failure;
            if (m_events.trouble && !stop.stop_requested())
                m_events.trouble(*failure);
        }
        if (stop.stop_requested() || !m_plan.until_empty)
            continue;
        const auto due = m_relay.until_due(stop);
        if (!due)
            return due.failure();
        if (!*due)
            break;
    }
    return Done{};
}

std::optional<Failure> GuardedRelay::tick(const std::stop_token& stop)
{
    std::optional<Failure> failure;
    const auto relay = [&](const std::stop_token& job_stop, const std::stop_token& lost) {
        const auto delivered = m_relay.run_once(job_stop, lost);
        if (!delivered)
            failure = delivered.failure();
        return delivered ? 0 : 1;
    };
    if (!m_guard) {
        (void)relay(stop, {});
        return failure;
    }
    const auto report = m_guard->run([&](const JobContext& job) { return relay(job.stop, job.lost); }, stop);
    if (!report)
        return report.failure();
    if (m_events.ended)
        m_events.ended(*report);
    return failure;
}

} // namespace lockdesk
