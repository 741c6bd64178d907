// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What a holder does with its task. Every step reads the row and writes it in the same write transaction.
#include "backends/engine/rules/backoff.h"
#include "backends/sqlite/rows.h"
#include "backends/sqlite/tasks.h"

namespace lockdesk::sqlite {

namespace {

template <class... Fs> struct Overloaded : Fs...
{
    using Fs::operator()...;
};
template <class... Fs> Overloaded(Fs...) -> Overloaded<Fs...>;

} // namespace

Answer<std::vector<StepAnswer>> SqliteTasks::apply(std::span<const TaskStep> steps)
{
    return m_db.run<std::vector<StepAnswer>>(Mode::write, [&] {
        std::vector<StepAnswer> answers;
        answers.reserve(steps.size());
        for (const TaskStep& s : steps)
            answers.push_back(step(s));
        return answers;
    });
}

void SqliteTasks::give_back(Found& found, TimePoint locked_at, bool keep_owner)
{
    TaskRow& task = found.task;
    if (!keep_owner)
        task.owner.clear();
    task.locked_at = locked_at;
    m_db.change("task_give_back", found.row, MaybeText{task.owner}, locked_at, m_db.stamp());
}

StepAnswer SqliteTasks::relock(Found& found, Duration wait)
{
    give_back(found, lockdesk::add(lockdesk::add(m_db.store_time(), -found.task.lock_timeout), wait), false);
    return {StepResult::done, wait, std::move(found.task)};
}

StepAnswer SqliteTasks::refuse(StepResult result, const TaskStep& request)
{
    return {result, std::nullopt, shown(request.id.str())};
}

StepAnswer SqliteTasks::step(const TaskStep& request)
{
    auto found = read(request.id.str());
    if (!found)
        return {};
    TaskRow& task = found->task;
    const auto& r = rule(task.kind, task.phase);
    task.lock_timeout = r.lock_timeout;
    task.max_failures = r.max_failures;
    if (task.owner != request.owner.str())
        return refuse(StepResult::not_owner, request);
    if (task.token != request.token)
        return refuse(StepResult::stale, request);
    const auto now = m_db.store_time();
    const auto waited = now - task.updated_at;

    return std::visit(
        Overloaded{[&](const Unlock&) {
                       give_back(*found, never_locked, false);
                       return StepAnswer{StepResult::done, std::nullopt, std::move(task)};
                   },
                   [&](const Extend&) {
                       give_back(*found, now, true);
                       return StepAnswer{StepResult::done, std::nullopt, std::move(task)};
                   },
                   [&](const Relock& how) { return relock(*found, how.wait); },
                   [&](const RelockByBackoff& how) {
                       return relock(*found, backoff(how.policy.value_or(r.backoff), waited, r.lock_timeout, how.jitter));
                   },
                   [&](const Advance& how) {
                       if (how.from && how.from->str() != task.phase)
                           return refuse(StepResult::stale, request);
                       const bool same_phase = task.phase == how.to.str();
                       task.phase = how.to.str();
                       task.desired_state = how.desired.value_or(task.desired_state);
                       task.owner.clear();
                       task.locked_at = never_locked;
                       task.updated_at = now;
                       task.failures = 0;
                       task.last_error.clear();
                       m_db.change("task_advance", found->row, task.phase, word(task.desired_state), now, m_db.stamp());
                       if (!same_phase) {
                           const auto& next = rule(task.kind, task.phase);
                           task.lock_timeout = next.lock_timeout;
                           task.max_failures = next.max_failures;
                       }
                       return StepAnswer{StepResult::done, std::nullopt, std::move(task)};
                   },
                   [&](const Fail& how) {
                       const auto wait = backoff(r.backoff, waited, r.lock_timeout, how.jitter);
                       task.failures += 1;
                       task.last_error = how.error;
                       task.owner.clear();
                       task.locked_at = lockdesk::add(lockdesk::add(now, -r.lock_timeout), wait);
                       m_db.change("task_fail", found->row, task.locked_at, task.failures, MaybeText{task.last_error},
                                   m_db.stamp());
                       return StepAnswer{StepResult::done, wait, std::move(task)};
                   }},
        request.what);
}

} // namespace lockdesk::sqlite
