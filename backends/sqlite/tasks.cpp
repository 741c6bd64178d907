// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/task_rules.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/sqlite/concerns.h"
#include "backends/sqlite/lists.h"
#include "backends/sqlite/rows.h"
#include "backends/sqlite/script.h"
#include "backends/sqlite/task_claims.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace lockdesk::sqlite {

namespace {

class SqliteTasks final : public Tasks, public OrderedList<TaskRow>
{
public:
    explicit SqliteTasks(Connection& db) : m_db(db), m_table(db), m_claims(m_table) {}

    Answer<AddedTasks> add(std::span<const NewTask> tasks) override
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

    Answer<std::vector<TaskRow>> claim(const ClaimRequest& request) override { return m_claims.claim(request); }
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override { return apply_steps(m_table, steps); }

    Answer<StepAnswer> relock_forced(const ForcedRelock& request) override
    {
        const auto preview = preview_relock_forced(request);
        return m_db.run<StepAnswer>(Mode::write, [&] {
            StepAnswer answer;
            const bool done = run_script(m_db, preview.value(), "task_relock_forced") == 1;
            answer.row = m_table.shown(request.id.str());
            if (!answer.row)
                return answer;
            answer.result = done ? StepResult::done : StepResult::changed;
            if (done)
                answer.wait = request.wait;
            return answer;
        });
    }

    Answer<std::vector<std::string>> preview_relock_forced(const ForcedRelock& request) override
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

    Answer<StepAnswer> remove(const TaskRemoval& request) override { return remove_task(m_table, request); }
    Answer<std::vector<std::string>> preview_remove(const TaskRemoval& request) override
    {
        return preview_removal(m_table, request);
    }
    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        return collect_tasks(m_table, older_than, limit);
    }

    Answer<std::optional<TaskRow>> find(const TaskId& id) override
    {
        return m_db.run<std::optional<TaskRow>>(Mode::read, [&] { return m_table.shown(id.str()); });
    }

    Answer<Page<TaskRow>> list(const ListRequest& request) override
    {
        return m_db.run<Page<TaskRow>>(Mode::snapshot, [&] {
            return list_page<TaskRow>(m_db, task_shape(), request,
                                      [](const Query& q) { return read_listed_task(q, Raw::doubtful); });
        });
    }

    [[nodiscard]] std::span<const std::string_view> order_columns() const override
    {
        return order_columns_of(static_cast<const TaskRow*>(nullptr));
    }

    Answer<OrderedPage<TaskRow>> list_ordered(const OrderedRequest& request) override
    {
        if (auto wrong = check_order(order_columns(), request))
            return *wrong;
        return m_db.run<OrderedPage<TaskRow>>(Mode::snapshot, [&] {
            return list_page<TaskRow>(m_db, task_shape(), request,
                                      [](const Query& q) { return read_listed_task(q, Raw::doubtful); });
        });
    }

    Answer<TaskRule> set_rule(const TaskRule& rule) override
    {
        return m_db.run<TaskRule>(Mode::write, [&] {
            m_db.change("task_rule_set", rule.kind, rule.phase, rule.lock_timeout, word(rule.backoff), rule.max_failures);
            return rule;
        });
    }

    Answer<std::vector<TaskRule>> rules() override
    {
        return m_db.run<std::vector<TaskRule>>(Mode::read, [&] { return m_table.all_rules(); });
    }

    Answer<std::vector<PhaseCount>> counts(std::int64_t cap) override
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

private:
    PhaseCount count_phase(const std::string& kind, const std::string& phase, std::int64_t cap)
    {
        const auto& r = m_table.rule(kind, phase);
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
        task_rules::count_done(count, r);
        count.capped = due >= cap || not_due >= cap || count.failed >= cap;
        return count;
    }

    Connection& m_db;
    TaskTable m_table;
    TaskClaims m_claims;
};

} // namespace

std::unique_ptr<Tasks> make_tasks(Connection& db) { return std::make_unique<SqliteTasks>(db); }

} // namespace lockdesk::sqlite
