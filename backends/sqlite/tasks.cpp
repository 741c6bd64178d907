// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/tasks.h"

#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/sqlite/lists.h"
#include "backends/sqlite/rows.h"
#include "backends/sqlite/script.h"

#include <algorithm>

namespace lockdesk::sqlite {

namespace {

void read_rule(RowReader& reader, TaskRule& rule)
{
    const TaskRule defaults;
    rule.lock_timeout = reader.maybe_span().value_or(defaults.lock_timeout);
    if (const auto policy = parse_backoff_policy(reader.maybe_text()))
        rule.backoff = *policy;
    rule.max_failures = reader.maybe_number().value_or(defaults.max_failures);
}

} // namespace

const TaskRule& SqliteTasks::rule(const std::string& kind, const std::string& phase)
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
    if (query.step()) {
        RowReader reader(query);
        read_rule(reader, rule);
    }
    return rule;
}

std::optional<SqliteTasks::Found> SqliteTasks::read(const std::string& id)
{
    auto query = m_db.query("task_find");
    query.bind(id);
    if (!query.step())
        return std::nullopt;
    Found found;
    found.task = read_task(query, Raw::never, &found.row);
    return found;
}

Answer<AddedTasks> SqliteTasks::add(std::span<const NewTask> tasks)
{
    return m_db.run<AddedTasks>(Mode::write, [&] {
        AddedTasks answer;
        const auto now = m_db.now();
        auto insert = m_db.query("task_add");
        for (const NewTask& task : tasks) {
            const auto stamp = m_db.stamp();
            insert.again();
            insert.bind(task.id.str()).bind(task.kind.str()).bind(task.phase.str()).bind(word(task.desired_state));
            insert.bind(task.payload).bind(now).bind(stamp).run();
            answer.added.push_back(m_db.changes() == 1);
            answer.count += answer.added.back() ? 1 : 0;
        }
        return answer;
    });
}

Answer<StepAnswer> SqliteTasks::relock_forced(const ForcedRelock& request)
{
    const auto preview = preview_relock_forced(request);
    return m_db.run<StepAnswer>(Mode::write, [&] {
        StepAnswer answer;
        const bool done = run_script(m_db, preview.value(), "task_relock_forced") == 1;
        answer.row = shown(request.id.str());
        if (!answer.row)
            return answer;
        answer.result = done ? StepResult::done : StepResult::changed;
        if (done)
            answer.wait = request.wait;
        return answer;
    });
}

Answer<std::vector<std::string>> SqliteTasks::preview_relock_forced(const ForcedRelock& request)
{
    return script_commands(m_db, "task_relock_forced",
                           {{":id", literal(request.id.str())},
                            {":owner", literal(request.if_owner)},
                            {":token", std::to_string(request.if_token.number())},
                            {":wait", std::to_string(to_us(std::min(request.wait, no_end)))},
                            {":reason", literal(request.reason)},
                            {":who", literal(request.who)},
                            {":evidence", literal(evidence_json(request.seen))},
                            {":command", literal(command_line(request))}});
}

std::optional<TaskRow> SqliteTasks::shown(const std::string& id)
{
    const ListStatement statement(m_db, task_shape(), Filter({{"id", FilterTerm::Op::equals, id, false}}));
    auto query = statement.rows("t.id", 1);
    return query.step() ? std::optional(read_listed_task(query, Raw::always)) : std::nullopt;
}

Answer<std::optional<TaskRow>> SqliteTasks::find(const TaskId& id)
{
    return m_db.run<std::optional<TaskRow>>(Mode::read, [&] { return shown(id.str()); });
}

Answer<Page<TaskRow>> SqliteTasks::list(const ListRequest& request)
{
    return m_db.run<Page<TaskRow>>(Mode::snapshot, [&] {
        return list_page<TaskRow>(m_db, task_shape(), request,
                                  [](const Query& q) { return read_listed_task(q, Raw::always); });
    });
}

Answer<TaskRule> SqliteTasks::set_rule(const TaskRule& rule)
{
    return m_db.run<TaskRule>(Mode::write, [&] {
        m_db.change("task_rule_set", rule.kind, rule.phase, rule.lock_timeout, word(rule.backoff), rule.max_failures);
        return rule;
    });
}

Answer<std::vector<TaskRule>> SqliteTasks::rules()
{
    return m_db.run<std::vector<TaskRule>>(Mode::read, [&] { return all_rules(); });
}

std::vector<TaskRule> SqliteTasks::all_rules()
{
    std::vector<TaskRule> rules;
    auto query = m_db.query("task_rules");
    while (query.step()) {
        RowReader reader(query);
        TaskRule rule{reader.text(), reader.text()};
        read_rule(reader, rule);
        rules.push_back(std::move(rule));
    }
    return rules;
}

Answer<std::vector<PhaseCount>> SqliteTasks::counts(std::int64_t cap)
{
    return m_db.run<std::vector<PhaseCount>>(Mode::snapshot, [&] {
        std::vector<PhaseCount> counts;
        std::string kind, phase;
        for (;;) {
            {
                auto next = m_db.query("task_counts_next");
                next.bind(kind).bind(phase);
                if (!next.step())
                    return counts;
                kind = next.text(0);
                phase = next.text(1);
            }
            counts.push_back(count_phase(kind, phase, cap));
        }
    });
}

PhaseCount SqliteTasks::count_phase(const std::string& kind, const std::string& phase, std::int64_t cap)
{
    const auto& r = rule(kind, phase);
    const auto due_before = lockdesk::add(m_db.store_time(), -r.lock_timeout);
    auto query = m_db.query("task_counts");
    query.bind(kind).bind(phase).bind(due_before).bind(cap).bind(r.max_failures);
    PhaseCount count{kind, phase};
    if (!query.step())
        return count;
    const auto due = query.number(0), not_due = query.number(1);
    count.expired = query.number(2);
    count.held = query.number(3);
    count.due = std::max<std::int64_t>(0, due - count.expired);
    count.waiting = std::max<std::int64_t>(0, not_due - count.held);
    count.failed = query.number(4);
    count.capped = due >= cap || not_due >= cap || count.failed >= cap;
    return count;
}

} // namespace lockdesk::sqlite
