// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/tasks.h"

#include "backends/postgres/link.h"
#include "backends/sql/rows.h"

#include <algorithm>
#include <set>

namespace lockdesk::postgres {

namespace {

// A wait that keeps now + wait in range.
constexpr std::int64_t longest_wait = 4'000'000'000'000'000'000;

// One column for each array of task_apply.
struct StepColumns
{
    std::vector<std::string> ids, owners, verbs;
    std::vector<std::int64_t> tokens;
    std::vector<std::optional<std::int64_t>> waits;
    std::vector<std::optional<std::string>> from, to, desired, texts;
    std::vector<double> jitters;

    void add(const TaskStep& step)
    {
        ids.push_back(step.id.str());
        owners.push_back(step.owner.str());
        tokens.push_back(step.token.number());
        for (auto* column : {&from, &to, &desired, &texts})
            column->emplace_back();
        waits.emplace_back();
        jitters.push_back(1.0);
        std::visit([this](const auto& what) { verb(what); }, step.what);
    }
    void verb(const Unlock&) { verbs.emplace_back("unlock"); }
    void verb(const Extend&) { verbs.emplace_back("extend"); }
    void verb(const Relock& relock)
    {
        verbs.emplace_back("relock");
        waits.back() = std::min(relock.wait.count(), longest_wait);
    }
    void verb(const RelockByBackoff& relock)
    {
        verbs.emplace_back("backoff");
        jitters.back() = relock.jitter;
        if (relock.policy)
            texts.back() = word(*relock.policy);
    }
    void verb(const Advance& advance)
    {
        verbs.emplace_back("advance");
        if (advance.from)
            from.back() = advance.from->str();
        to.back() = advance.to.str();
        if (advance.desired)
            desired.back() = word(*advance.desired);
    }
    void verb(const Fail& fail)
    {
        verbs.emplace_back("fail");
        texts.back() = fail.error;
        jitters.back() = fail.jitter;
    }
    [[nodiscard]] Values values() const
    {
        Values v;
        v.text("ids", array_of(ids)).text("owners", array_of(owners)).text("tokens", array_of(tokens));
        v.text("verbs", array_of(verbs)).text("waits", array_of(waits)).text("from", array_of(from));
        v.text("to", array_of(to)).text("desired", array_of(desired)).text("jitters", array_of(jitters));
        return v.text("texts", array_of(texts));
    }
};

// Finds out why the statement refused steps, and the present rows.
Answer<Done> explain(sql::Link& link, std::span<const TaskStep> steps, std::span<const std::size_t> refused,
                     std::vector<StepAnswer>& answers)
{
    for (const auto i : refused) {
        auto row = sql::find_task(link, steps[i].id);
        if (!row)
            return row.failure();
        answers[i].row = std::move(*row);
        answers[i].result = !answers[i].row                                 ? StepResult::missing
                            : answers[i].row->owner != steps[i].owner.str() ? StepResult::not_owner
                                                                            : StepResult::stale;
    }
    return Done{};
}

Answer<std::optional<TimePoint>> apply_batch(sql::Link& link, std::span<const TaskStep> steps,
                                             std::span<const std::size_t> which, std::vector<StepAnswer>& answers)
{
    StepColumns columns;
    for (const auto i : which)
        columns.add(steps[i]);
    const auto answer = link.run("task_apply", columns.values(), Effect::write);
    if (!answer)
        return answer.failure();
    std::set<std::string> kinds;
    for (int row = 0; row < answer->rows(); ++row) {
        if (answer->is_null(row, 1))
            continue;
        const auto i = which[static_cast<std::size_t>(answer->number(row, 1) - 1)];
        auto& out = answers[i];
        out.result = StepResult::done;
        if (!answer->is_null(row, 2))
            out.wait = Duration{answer->number(row, 2)};
        if (const auto* relock = std::get_if<Relock>(&steps[i].what))
            out.wait = relock->wait; // may exceed the time until the end of time
        out.row = sql::task_row(*answer, row, 3, sql::Raw::without);
        if (out.row->owner.empty() && kinds.insert(out.row->kind).second)
            link.hint(Entity::task, out.row->kind);
    }
    std::vector<std::size_t> refused;
    for (const auto i : which)
        if (answers[i].result != StepResult::done)
            refused.push_back(i);
    if (!refused.empty())
        if (auto explained = explain(link, steps, refused, answers); !explained)
            return explained.failure();
    return answer.store_time();
}

Answer<AddedTasks> add_tasks(sql::Link& link, std::span<const NewTask> tasks)
{
    std::vector<std::string> ids, kinds, phases, desired, payloads;
    for (const auto& task : tasks) {
        ids.push_back(task.id.str());
        kinds.push_back(task.kind.str());
        phases.push_back(task.phase.str());
        desired.emplace_back(word(task.desired_state));
        payloads.push_back(task.payload);
    }
    Values values;
    values.text("ids", array_of(ids)).text("kinds", array_of(kinds)).text("phases", array_of(phases));
    values.text("desired", array_of(desired)).text("payloads", array_of(payloads));
    const auto answer = link.run("task_add", values, Effect::write);
    if (!answer)
        return answer.failure();
    std::set<std::string_view> fresh;
    for (int i = 0; i < answer->rows(); ++i)
        if (!answer->is_null(i, 1))
            fresh.insert(answer->text(i, 1));
    AddedTasks out;
    std::set<std::string> hinted;
    for (const auto& task : tasks) {
        const bool added = fresh.erase(task.id.str()) > 0;
        out.added.push_back(added);
        out.count += added ? 1 : 0;
        if (added && hinted.insert(task.kind.str()).second)
            link.hint(Entity::task, task.kind.str());
    }
    return {std::move(out), answer.store_time()};
}

} // namespace

const sql::TaskVerbs& task_verbs()
{
    static const sql::TaskVerbs verbs{add_tasks, claim_tasks, apply_batch};
    return verbs;
}

} // namespace lockdesk::postgres
