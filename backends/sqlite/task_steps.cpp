// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Steps of a holder on its task. Every step reads and writes the row in one write transaction.
#include "backends/engine/rules/task_rules.h"
#include "backends/sqlite/rows.h"
#include "backends/sqlite/tasks.h"

namespace lockdesk::sqlite {

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

StepAnswer SqliteTasks::step(const TaskStep& request)
{
    auto found = read(request.id.str());
    if (!found)
        return {};
    TaskRow& task = found->task;
    const auto result = task_rules::result_of(task, request);
    if (result != StepResult::done)
        return {result, std::nullopt, shown(request.id.str())};
    const auto wait = task_rules::apply(task, request, rule(task.kind, task.phase), m_db.store_time());
    write(*found, request);
    const auto& r = rule(task.kind, task.phase); // of its present phase
    task.lock_timeout = r.lock_timeout;
    task.max_failures = r.max_failures;
    return {result, wait, std::move(task)};
}

void SqliteTasks::write(const Found& found, const TaskStep& request)
{
    const TaskRow& task = found.task;
    if (std::holds_alternative<Advance>(request.what))
        m_db.change("task_advance", found.row, task.phase, word(task.desired_state), task.updated_at, m_db.stamp());
    else if (std::holds_alternative<Fail>(request.what))
        m_db.change("task_fail", found.row, task.locked_at, task.failures, MaybeText{task.last_error}, m_db.stamp());
    else
        m_db.change("task_give_back", found.row, MaybeText{task.owner}, task.locked_at, m_db.stamp());
}

} // namespace lockdesk::sqlite
