// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The end of a task: an operator's removal, and the collection of those that are done. Triggers write the tombstones.
#include "backends/engine/text/command_line.h"
#include "backends/sqlite/removals.h"
#include "backends/sqlite/rows.h"
#include "backends/sqlite/script.h"
#include "backends/sqlite/task_table.h"

#include <algorithm>

namespace lockdesk::sqlite {

namespace {

std::int64_t collect_phase(Connection& db, std::string_view look, const TaskRule& rule, TimePoint before, std::int64_t limit)
{
    std::vector<std::int64_t> rows;
    std::int64_t largest = 0;
    {
        auto query = db.query(look);
        query.bind(rule.kind).bind(rule.phase).bind(before).bind(limit);
        while (query.step()) {
            rows.push_back(query.number(0));
            largest = std::max(largest, query.number(1));
        }
    }
    if (rows.empty())
        return 0;
    db.change("task_floor", largest);
    for (const auto row : rows)
        db.change("task_delete", row);
    return static_cast<std::int64_t>(rows.size());
}

} // namespace

Answer<std::vector<std::string>> preview_removal(TaskTable& table, const TaskRemoval& request)
{
    return script_commands(table.db(), "task_remove",
                           {{":id", literal(request.id.str())},
                            {":owner", literal(request.if_owner)},
                            {":token", std::to_string(request.if_token.number())},
                            {":reason", literal(request.reason)},
                            {":who", literal(request.who)},
                            {":evidence", literal(evidence_json(request.seen))},
                            {":command", literal(command_line(request))}});
}

Answer<StepAnswer> remove_task(TaskTable& table, const TaskRemoval& request)
{
    const auto commands = preview_removal(table, request);
    return table.db().run<StepAnswer>(Mode::write, [&] {
        StepAnswer answer;
        answer.row = table.shown(request.id.str());
        const bool done = run_script(table.db(), commands.value(), "task_remove") == 1;
        if (answer.row)
            answer.result = done ? StepResult::done : StepResult::changed;
        return answer;
    });
}

Answer<std::int64_t> collect_tasks(TaskTable& table, Duration older_than, std::int64_t limit)
{
    return table.db().run<std::int64_t>(Mode::write, [&] {
        const auto before = lockdesk::add(table.db().store_time(), -older_than);
        std::int64_t gone = 0;
        for (const TaskRule& rule : table.all_rules())
            for (const char* look : {"task_ended", "task_ended_late"})
                if (rule.is_final() && gone < limit)
                    gone += collect_phase(table.db(), look, rule, before, limit - gone);
        if (gone > 0)
            forget_old_removals(table.db());
        return gone;
    });
}

} // namespace lockdesk::sqlite
