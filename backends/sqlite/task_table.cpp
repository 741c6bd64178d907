// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/task_table.h"

#include "backends/sqlite/lists.h"
#include "backends/sqlite/rows.h"

namespace lockdesk::sqlite {

const TaskRule& TaskTable::rule(const std::string& kind, const std::string& phase)
{
    if (m_rules_of != m_db.verb_number())
        m_rules.clear();
    m_rules_of = m_db.verb_number();
    for (const TaskRule& known : m_rules)
        if (known.phase == phase && known.kind == kind)
            return known;
    TaskRule& rule = m_rules.emplace_back(TaskRule{kind, phase});
    auto query = m_db.query("task_rule");
    query.bind(kind).bind(phase);
    RowDecoder d({query});
    if (query.step())
        read_rule(d, rule);
    return rule;
}

std::optional<FoundTask> TaskTable::read(const std::string& id)
{
    auto query = m_db.query("task_find");
    query.bind(id);
    if (!query.step())
        return std::nullopt;
    FoundTask found;
    found.task = read_task(query, Raw::without, &found.row);
    return found;
}

std::optional<TaskRow> TaskTable::shown(const std::string& id)
{
    const ListStatement statement(m_db, task_shape(), Filter({{"id", FilterTerm::Op::equals, id, false}}));
    auto query = statement.rows("k.id", 1);
    return query.step() ? std::optional(read_listed_task(query, Raw::with)) : std::nullopt;
}

std::vector<TaskRule> TaskTable::all_rules()
{
    std::vector<TaskRule> rules;
    auto query = m_db.query("task_rules");
    while (query.step()) {
        RowDecoder d({query});
        TaskRule& rule = rules.emplace_back();
        read_rule(d.read(rule.kind, rule.phase), rule);
    }
    return rules;
}

} // namespace lockdesk::sqlite
