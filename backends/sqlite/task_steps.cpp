// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Steps of a holder on its task. Every step reads and writes the row in one write transaction.
#include "backends/engine/rules/task_rules.h"
#include "backends/sqlite/rows.h"
#include "backends/sqlite/task_table.h"

namespace lockdesk::sqlite {

namespace {

void write_step(Connection& db, const FoundTask& found, const TaskStep& request)
{
    const TaskRow& task = found.task;
    if (std::holds_alternative<Advance>(request.what))
        db.change("task_advance", found.row, task.phase, word(task.desired_state), task.updated_at, db.stamp());
    else if (std::holds_alternative<Fail>(request.what))
        db.change("task_fail", found.row, task.locked_at, task.failures, MaybeText{task.last_error}, db.stamp());
    else
        db.change("task_give_back", found.row, MaybeText{task.owner}, task.locked_at, db.stamp());
}

StepAnswer apply_step(TaskTable& table, const TaskStep& request)
{
    auto found = table.read(request.id.str());
    if (!found)
        return {};
    TaskRow& task = found->task;
    const auto result = task_rules::result_of(task, request);
    if (result != StepResult::done)
        return {result, std::nullopt, table.shown(request.id.str())};
    const auto wait = task_rules::apply(task, request, table.rule(task.kind, task.phase), table.db().store_time());
    write_step(table.db(), *found, request);
    const auto& r = table.rule(task.kind, task.phase); // of its present phase
    task.lock_timeout = r.lock_timeout;
    task.max_failures = r.max_failures;
    return {result, wait, std::move(task)};
}

} // namespace

Answer<std::vector<StepAnswer>> apply_steps(TaskTable& table, std::span<const TaskStep> steps)
{
    return table.db().run<std::vector<StepAnswer>>(Mode::write, [&] {
        std::vector<StepAnswer> answers;
        answers.reserve(steps.size());
        for (const TaskStep& s : steps)
            answers.push_back(apply_step(table, s));
        return answers;
    });
}

} // namespace lockdesk::sqlite
