// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Tasks are read in the claim's order and then locked one by one by row number:
// the write lock keeps other sessions out in between.
#include "backends/sqlite/task_claims.h"
#include "backends/engine/rules/claim_rules.h"
#include "backends/engine/rules/task_rules.h"
#include "backends/sqlite/rows.h"

#include <algorithm>

namespace lockdesk::sqlite {

namespace {

// A claim can lose the same row without end; after this number of rounds it returns what it has taken.
constexpr int version_rounds = 20;

std::vector<TaskRow> rows_of(std::vector<FoundTask>&& found)
{
    std::vector<TaskRow> rows;
    rows.reserve(found.size());
    for (FoundTask& f : found)
        rows.push_back(std::move(f.task));
    return rows;
}

} // namespace

Answer<std::vector<TaskRow>> TaskClaims::claim(const ClaimRequest& request)
{
    // An idle poll only reads: it must not queue behind writers.
    if (m_came_empty && !request.asking_again) {
        auto looked = m_db.run<bool>(Mode::read, [&] { return nothing_due(request); });
        if (!looked)
            return looked.failure();
        if (*looked)
            return Answer<std::vector<TaskRow>>(std::vector<TaskRow>{}, looked.store_time());
    }
    auto answer = [&]() -> Answer<std::vector<TaskRow>> {
        const bool in_two = request.strategy == ClaimStrategy::version || request.strategy == ClaimStrategy::none;
        if (in_two && request.asking_again) {
            // These two strategies read and write in separate transactions.
            auto before = m_db.run<std::optional<std::vector<TaskRow>>>(Mode::read, [&] { return asked_again(request); });
            if (!before)
                return before.failure();
            if (*before)
                return {std::move(**before), before.store_time()};
        }
        switch (request.strategy) {
        case ClaimStrategy::version: return claim_by_version(request);
        case ClaimStrategy::none: return claim_blindly(request);
        default: return m_db.run<std::vector<TaskRow>>(Mode::write, [&] { return claim_locked(request); });
        }
    }();
    m_came_empty = answer && answer->empty();
    return answer;
}

std::vector<TaskRow> TaskClaims::claim_locked(const ClaimRequest& request)
{
    if (auto before = asked_again(request))
        return std::move(*before);
    const auto& r = m_table.rule(request.kind.str(), request.phase.str());
    auto found = pick(request, r);
    for (FoundTask& f : found)
        lock(request, f, false);
    return rows_of(std::move(found));
}

bool TaskClaims::nothing_due(const ClaimRequest& request)
{
    const auto& r = m_table.rule(request.kind.str(), request.phase.str());
    auto peek = m_db.query("task_look_any");
    peek.bind(request.kind.str()).bind(request.phase.str());
    peek.bind(lockdesk::add(m_db.store_time(), -task_rules::claim_timeout(request, r)));
    return !peek.step();
}

std::optional<std::vector<TaskRow>> TaskClaims::asked_again(const ClaimRequest& request)
{
    if (!request.asking_again)
        return std::nullopt;
    std::vector<TaskRow> mine;
    bool known = false;
    {
        auto query = m_db.query("task_by_claim");
        query.bind(request.claim.str());
        while (query.step()) {
            known = true;
            auto task = read_task(query, Raw::without);
            if (task.owner == request.owner.str())
                mine.push_back(std::move(task));
        }
    }
    for (TaskRow& task : mine) {
        const auto& r = m_table.rule(task.kind, task.phase);
        task.lock_timeout = r.lock_timeout;
        task.max_failures = r.max_failures;
    }
    return known ? std::optional(std::move(mine)) : std::nullopt;
}

std::vector<FoundTask> TaskClaims::due(std::string_view statement, const ClaimRequest& request, const TaskRule& r,
                                       std::int64_t limit)
{
    std::vector<FoundTask> tasks;
    auto query = m_db.query(statement);
    query.bind(request.kind.str()).bind(request.phase.str());
    query.bind(lockdesk::add(m_db.store_time(), -task_rules::claim_timeout(request, r))).bind(limit);
    while (query.step()) {
        auto& found = tasks.emplace_back();
        found.task = read_task(query, Raw::without, &found.row);
        found.task.lock_timeout = r.lock_timeout;
        found.task.max_failures = r.max_failures;
    }
    return tasks;
}

std::vector<FoundTask> TaskClaims::pick(const ClaimRequest& request, const TaskRule& r)
{
    const auto share = static_cast<std::int64_t>(task_rules::returned_share(request));
    std::vector<FoundTask> tasks;
    if (share > 0)
        tasks = due("task_look_returned", request, r, share);
    if (static_cast<std::int64_t>(tasks.size()) == request.limit)
        return tasks;
    const auto returned = static_cast<std::ptrdiff_t>(tasks.size());
    for (FoundTask& f : due("task_look", request, r, request.limit)) {
        const auto end = tasks.begin() + returned;
        if (std::none_of(tasks.begin(), end, [&](const FoundTask& other) { return other.row == f.row; }))
            tasks.push_back(std::move(f));
    }
    if (returned == 0)
        return tasks;
    return task_rules::pick(std::move(tasks), request, [](const FoundTask& f) { return task_rules::place_of(f.task); });
}

bool TaskClaims::lock(const ClaimRequest& request, FoundTask& found, bool compare_version)
{
    TaskRow& task = found.task;
    const auto now = m_db.store_time();
    const auto stamp = m_db.stamp();
    auto update = m_db.query(compare_version ? "task_take_version" : "task_take");
    update.bind(found.row).bind(request.owner.str()).bind(task.token.next().number()).bind(request.claim.str()).bind(now);
    // Whoever wrote the row: a larger number than any store counts to would overflow.
    task.claims = std::min(task.claims, largest_token) + 1;
    task.takeovers = std::min(task.takeovers, largest_token) + (task.owner.empty() ? 0 : 1);
    update.bind(task.claims).bind(task.takeovers).bind(stamp);
    if (compare_version)
        update.bind(task.token).bind(task.locked_at);
    update.run();
    if (m_db.changes() == 0)
        return false;
    task.owner = request.owner.str();
    task.token = task.token.next();
    task.claim_id = request.claim.str();
    task.locked_at = now;
    return true;
}

Answer<std::vector<FoundTask>> TaskClaims::look(const ClaimRequest& request)
{
    return m_db.run<std::vector<FoundTask>>(Mode::read, [&] {
        return due("task_look", request, m_table.rule(request.kind.str(), request.phase.str()), request.limit);
    });
}

// Optimistic: reads without a lock, then takes each task only if it is unchanged; reads again after losing.
Answer<std::vector<TaskRow>> TaskClaims::claim_by_version(const ClaimRequest& request)
{
    for (int round = 0;; ++round) {
        auto seen = look(request);
        if (!seen)
            return seen.failure();
        const bool was_empty = seen->empty();
        auto taken = m_db.run<std::vector<TaskRow>>(was_empty ? Mode::read : Mode::write, [&] {
            std::erase_if(*seen, [&](FoundTask& f) { return !lock(request, f, true); });
            return rows_of(std::move(*seen));
        });
        if (!taken || !taken->empty() || was_empty || round == version_rounds)
            return taken;
    }
}

// Deliberately wrong, for teaching: takes what was read, even if another session has read the same.
Answer<std::vector<TaskRow>> TaskClaims::claim_blindly(const ClaimRequest& request)
{
    auto seen = look(request);
    if (!seen)
        return seen.failure();
    return m_db.run<std::vector<TaskRow>>(seen->empty() ? Mode::read : Mode::write, [&] {
        for (FoundTask& f : *seen)
            lock(request, f, false);
        return rows_of(std::move(*seen));
    });
}

} // namespace lockdesk::sqlite
