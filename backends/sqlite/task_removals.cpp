// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The end of a task: an operator's removal, and the collection of those that are done. Triggers write the tombstones.
#include "backends/engine/text/command_line.h"
#include "backends/sqlite/removals.h"
#include "backends/sqlite/rows.h"
#include "backends/sqlite/script.h"
#include "backends/sqlite/tasks.h"

#include <algorithm>

namespace lockdesk::sqlite {

Answer<StepAnswer> SqliteTasks::remove(const TaskRemoval& request)
{
    const auto commands = preview_remove(request);
    return m_db.run<StepAnswer>(Mode::write, [&] {
        StepAnswer answer;
        answer.row = shown(request.id.str());
        const bool done = run_script(m_db, commands.value(), "task_remove") == 1;
        if (answer.row)
            answer.result = done ? StepResult::done : StepResult::changed;
        return answer;
    });
}

Answer<std::vector<std::string>> SqliteTasks::preview_remove(const TaskRemoval& request)
{
    return script_commands(m_db, "task_remove",
                           {{":id", literal(request.id.str())},
                            {":owner", literal(request.if_owner)},
                            {":token", std::to_string(request.if_token.number())},
                            {":reason", literal(request.reason)},
                            {":who", literal(request.who)},
                            {":evidence", literal(evidence_json(request.seen))},
                            {":command", literal(command_line(request))}});
}

Answer<std::int64_t> SqliteTasks::collect(Duration older_than, std::int64_t limit)
{
    return m_db.run<std::int64_t>(Mode::write, [&] {
        const auto before = lockdesk::add(m_db.store_time(), -older_than);
        std::int64_t gone = 0;
        for (const TaskRule& rule : all_rules())
            for (const char* look : {"task_ended", "task_ended_late"})
                if (rule.is_final() && gone < limit)
                    gone += collect_phase(look, rule, before, limit - gone);
        if (gone > 0)
            forget_old_removals(m_db);
        return gone;
    });
}

std::int64_t SqliteTasks::collect_phase(std::string_view look, const TaskRule& rule, TimePoint before, std::int64_t limit)
{
    std::vector<std::int64_t> rows;
    std::int64_t largest = 0;
    {
        auto query = m_db.query(look);
        query.bind(rule.kind).bind(rule.phase).bind(before).bind(limit);
        while (query.step()) {
            rows.push_back(query.number(0));
            largest = std::max(largest, query.number(1));
        }
    }
    if (rows.empty())
        return 0;
    m_db.change("task_floor", largest);
    for (const auto row : rows)
        m_db.change("task_delete", row);
    return static_cast<std::int64_t>(rows.size());
}

} // namespace lockdesk::sqlite
