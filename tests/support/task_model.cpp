// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/task_model.h"

#include "backends/engine/rules/claim_rules.h"
#include "backends/engine/rules/task_rules.h"
#include "tests/support/lock_model.h"

#include <algorithm>
#include <tuple>

namespace lockdesk::test {

std::string line(const TaskRow& row)
{
    Line out;
    out.field("id", row.id).field("phase", row.phase).field("desired", word(row.desired_state));
    out.field("owner", row.owner).field("token", row.token).field("claim", row.claim_id);
    out.field("locked", row.locked_at).field("updated", row.updated_at).field("claims", row.claims);
    out.field("takeovers", row.takeovers).field("failures", row.failures).field("error", row.last_error);
    out.field("doubt", row.doubt);
    return out.str();
}

std::string line(const StepAnswer& a)
{
    return Line().field("result", word(a.result)).field("wait", a.wait).str() + (a.row ? line(*a.row) : "no row");
}

bool same(const TaskRow& a, const TaskRow& b)
{
    const auto fields = [](const TaskRow& r) {
        return std::tie(r.id, r.phase, r.desired_state, r.owner, r.token, r.claim_id, r.locked_at, r.updated_at, r.claims,
                        r.takeovers, r.failures, r.last_error, r.doubt);
    };
    return fields(a) == fields(b);
}

bool same(const StepAnswer& a, const StepAnswer& b)
{
    return a.result == b.result && a.wait == b.wait && a.row.has_value() == b.row.has_value()
           && (!a.row || same(*a.row, *b.row));
}

TaskRule TaskModel::rule(const std::string& phase) const
{
    const auto known =
        std::find_if(m_rules.begin(), m_rules.end(), [&](const TaskRule& rule) { return rule.phase == phase; });
    return known == m_rules.end() ? TaskRule{} : *known;
}

bool TaskModel::is_due(const TaskRow& row) const { return task_rules::is_due(row, rule(row.phase).lock_timeout, now); }

void TaskModel::add(const NewTask& task)
{
    TaskRow& row = rows[task.id.str()];
    row = {};
    row.id = task.id.str();
    row.token = FencingToken(m_floor);
    row.kind = task.kind.str();
    row.phase = task.phase.str();
    row.desired_state = task.desired_state;
    row.updated_at = row.created_at = now;
}

std::vector<TaskRow> TaskModel::claim(const ClaimRequest& request)
{
    const auto timeout = task_rules::claim_timeout(request, rule(request.phase.str()));
    std::vector<TaskRow*> due;
    for (auto& [id, row] : rows)
        if (row.phase == request.phase.str() && task_rules::is_due(row, timeout, now))
            due.push_back(&row);
    std::vector<TaskRow> taken;
    for (TaskRow* row :
         task_rules::pick(std::move(due), request, [](const TaskRow* one) { return task_rules::place_of(*one); })) {
        task_rules::take(*row, request, now);
        taken.push_back(*row);
    }
    return taken;
}

StepAnswer TaskModel::apply(const TaskStep& step)
{
    TaskRow& row = rows.at(step.id.str());
    StepAnswer answer{task_rules::result_of(row, step), std::nullopt, std::nullopt};
    if (answer.result == StepResult::done)
        answer.wait = task_rules::apply(row, step, rule(row.phase), now);
    answer.row = row;
    return answer;
}

StepAnswer TaskModel::relock(const ForcedRelock& request)
{
    TaskRow& row = rows.at(request.id.str());
    StepAnswer answer{StepResult::changed, std::nullopt, std::nullopt};
    if (task_rules::is_the_shown(row, request)) {
        task_rules::relock(row, request, rule(row.phase), now);
        answer.result = StepResult::done;
        answer.wait = request.wait;
    }
    answer.row = row;
    return answer;
}

StepAnswer TaskModel::remove(const TaskRemoval& request)
{
    const auto it = rows.find(request.id.str());
    StepAnswer answer{StepResult::changed, std::nullopt, it->second};
    if (task_rules::is_the_shown(it->second, request)) {
        answer.result = StepResult::done;
        m_floor = std::max(m_floor, it->second.token.number());
        rows.erase(it);
    }
    return answer;
}

} // namespace lockdesk::test
