// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/findings_parts.h"
#include "backends/observe/wait_cycles.h"

#include <map>
#include <string>
#include <utility>

namespace lockdesk {

void find_starving_waiters(const Judged& scene, FindingSink& out)
{
    for (const WaiterRow& waiter : scene.rows.waiters) {
        const auto waited = scene.now - waiter.since;
        const auto overtaken = scene.rows.overtaken.find(waiter_key(waiter));
        if (waiter.until <= scene.now || waited <= scene.limits.starving_after || overtaken == scene.rows.overtaken.end())
            continue;
        // A standby waits for as long as the leader lives, however often leaders change.
        const auto lock = scene.rows.locks.find(waiter.name);
        const WorkerRow* holder =
            lock == scene.rows.locks.end() ? nullptr : scene.processes.of(lock->second->owner, lock->second->acquired_at);
        if (holder && leads(*holder, waiter.name))
            continue;
        out.push_back({FindingKind::starving,
                       Severity::warning,
                       Entity::lock,
                       waiter.name,
                       {say(SayingCode::waited_for).owner(waiter.owner).age(waiter.since),
                        say(SayingCode::others_got_it).count(overtaken->second.times).owner(overtaken->second.by)},
                       waiter.since,
                       NextStep::show,
                       {{Entity::waiter, waiter_key(waiter)}, {Entity::lock, waiter.name}}});
    }
}

void find_wait_cycles(const Judged& scene, FindingSink& out)
{
    for (const SeenCycle& cycle : scene.rows.cycles) {
        Finding finding;
        finding.kind = FindingKind::wait_cycle;
        finding.severity = Severity::act;
        finding.entity = Entity::waiter;
        finding.key = cycle_name(cycle);
        finding.evidence = cycle.text;
        finding.since = cycle.since;
        finding.next = NextStep::show;
        finding.count = cycle.waits;
        for (const WaitEdge& edge : cycle.edges) {
            if (finding.rows.size() + 1 >= most_rows_of_a_finding)
                break;
            finding.rows.push_back({Entity::waiter, edge.what + "\n" + edge.waiter});
            if (edge.layer == WaitLayer::application)
                finding.rows.push_back({Entity::lock, edge.what});
        }
        out.push_back(std::move(finding));
    }
}

namespace {

struct Orphans
{
    const WorkerRow* worker = nullptr;
    std::int64_t tasks = 0, messages = 0;
    std::vector<ProvingRow> rows;
};

} // namespace

// The work becomes claimable when its lock times out, but makes no progress until then.
void find_work_of_silent(const Judged& scene, FindingSink& out)
{
    std::map<std::string, Orphans> silent;
    const auto add = [&](const std::string& owner, ProvingRow row, std::int64_t Orphans::*count) {
        const WorkerRow* worker = owner.empty() ? nullptr : scene.processes.of(owner);
        if (!worker || scene.health(*worker) != WorkerHealth::silent)
            return;
        Orphans& orphans = silent[worker->id];
        orphans.worker = worker;
        ++(orphans.*count);
        if (orphans.rows.size() < most_rows_of_a_finding)
            orphans.rows.push_back(std::move(row));
    };
    for (const auto& [id, row] : scene.rows.tasks)
        add(row->owner, {Entity::task, id}, &Orphans::tasks);
    for (const auto& [id, row] : scene.rows.messages)
        if (row->state == MessageState::sending)
            add(row->owner, {Entity::message, id}, &Orphans::messages);
    for (auto& [id, orphans] : silent) {
        Sayings evidence{say(SayingCode::owner_silent).owner(id).since(orphans.worker->beat_at)};
        if (orphans.tasks > 0)
            evidence.push_back(say(SayingCode::has_tasks).count(orphans.tasks));
        if (orphans.messages > 0)
            evidence.push_back(say(SayingCode::has_messages).count(orphans.messages));
        evidence.push_back(say(SayingCode::free_later));
        orphans.rows.insert(orphans.rows.begin(), {Entity::worker, id});
        out.push_back({FindingKind::holder_silent, Severity::warning, Entity::worker, id, std::move(evidence),
                       orphans.worker->beat_at, NextStep::show, std::move(orphans.rows)});
    }
}

} // namespace lockdesk
