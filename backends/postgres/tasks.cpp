// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include "backends/engine/text/text.h"
#include "backends/sql/rows.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace lockdesk::postgres {

namespace {

Values step_values(std::span<const TaskStep> steps, std::span<const std::size_t> which)
{
    using sql::StepForm;
    std::vector<StepForm> forms;
    for (const auto i : which)
        forms.push_back(sql::form_of(steps[i]));
    const auto each = [&](const auto& of) { return array_of(which, [&](std::size_t i) { return of(steps[i]); }); };
    Values values;
    values.text("ids", each([](const TaskStep& step) { return step.id.str(); }));
    values.text("owners", each([](const TaskStep& step) { return step.owner.str(); }));
    values.text("tokens", each([](const TaskStep& step) { return step.token.number(); }));
    values.text("verbs", array_of(forms, &StepForm::verb)).text("waits", array_of(forms, &StepForm::wait));
    values.text("from", array_of(forms, &StepForm::from)).text("to", array_of(forms, &StepForm::to));
    values.text("desired", array_of(forms, &StepForm::desired)).text("jitters", array_of(forms, &StepForm::jitter));
    return values.text("texts", array_of(forms, &StepForm::text));
}

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
    const auto answer = link.run("task_apply", step_values(steps, which), Effect::write);
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
        out.row = sql::read_row<TaskRow>(*answer, row, 3, Raw::without);
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

Values add_values(std::span<const NewTask> tasks)
{
    Values values;
    values.text("ids", array_of(tasks, [](const NewTask& task) { return task.id.str(); }));
    values.text("kinds", array_of(tasks, [](const NewTask& task) { return task.kind.str(); }));
    values.text("phases", array_of(tasks, [](const NewTask& task) { return task.phase.str(); }));
    values.text("desired", array_of(tasks, [](const NewTask& task) { return std::string(word(task.desired_state)); }));
    return values.text("payloads", array_of(tasks, &NewTask::payload));
}

using sql::ClaimedTasks;

// The rows of task_claim_plain, task_claim_fair and task_take.
sql::TakenTasks taken_rows(const Reply& r, const ClaimRequest& request)
{
    enum { now_at, timeout_at, max_failures_at, id_at };
    sql::TakenTasks taken;
    taken.reserve(static_cast<std::size_t>(r.rows()));
    TaskRow claimed; // what all rows have in common
    claimed.kind = request.kind.str();
    claimed.phase = request.phase.str();
    claimed.owner = request.owner.str();
    claimed.claim_id = request.claim.str();
    claimed.locked_at = r.time(0, now_at).value_or(TimePoint{});
    claimed.lock_timeout = Duration{r.number(0, timeout_at)};
    claimed.max_failures = r.number(0, max_failures_at);
    for (int i = 0; i < r.rows(); ++i) {
        if (r.is_null(i, id_at))
            continue;
        auto& [was_locked_at, row] = taken.emplace_back(0, claimed);
        sql::RowDecoder d({r, i}, id_at);
        d.read(row.id, row.desired_state, row.payload, row.token, row.updated_at, row.created_at, row.claims, row.takeovers);
        d.read(row.failures, OrEmpty{row.last_error}, was_locked_at);
    }
    return taken;
}

Answer<Reply> take(sql::Link& link, const ClaimRequest& request, const Result& seen, bool, bool as_seen)
{
    const auto rows = std::views::iota(0, seen.rows());
    auto values = sql::claim_values(request);
    values.text("ids", array_of(rows, [&](int row) { return seen.text(row, 1); }));
    values.text("stamps", array_of(rows, [&](int row) { return seen.number(row, 2); }));
    values.text("tokens", array_of(rows, [&](int row) { return seen.number(row, 3); }));
    values.sql("version", as_seen ? "AND coalesce(t.token, 0) = c.token AND t.locked_at = c.locked_at" : "");
    return link.run("task_take", values, Effect::write);
}

ClaimedTasks claim_once(sql::Link& link, const ClaimRequest& request, bool in_transaction)
{
    if (request.strategy != ClaimStrategy::atomic && request.strategy != ClaimStrategy::plain)
        return sql::claim_in_steps(link, task_verbs, request, in_transaction);
    const bool fair = request.strategy == ClaimStrategy::atomic && (request.limit > 1 || request.returned_first);
    auto values = sql::claim_values(request);
    if (fair)
        values.sql("quota", std::to_string(std::max<std::int64_t>(1, request.limit / 4)));
    auto answer = link.run(fair ? "task_claim_fair" : "task_claim_plain", values, Effect::write);
    return sql::claimed_tasks(std::move(answer), task_verbs, request);
}

ClaimedTasks find_or_claim(sql::Link& link, const ClaimRequest& request)
{
    return sql::decoded(link.run("task_by_claim", {{"claim", request.claim}}, Effect::read), [&](const Reply& found) {
        auto rows = sql::rows_of(found, [](const Result& r, int i) { return sql::read_row<TaskRow>(r, i, 1, Raw::without); });
        if (rows.empty())
            return claim_once(link, request, true);
        std::erase_if(rows, [&](const TaskRow& row) { return row.owner != request.owner.str(); });
        std::ranges::sort(rows, {}, [](const TaskRow& row) { return std::tie(row.updated_at, row.id); });
        return ClaimedTasks(std::move(rows), found.now());
    });
}

// Callers with the same claim id wait for each other; then the rows of the first are visible, or it took none.
ClaimedTasks claim_tasks(sql::Link& link, const ClaimRequest& request)
{
    if (!request.asking_again)
        return claim_once(link, request, false);
    return link.in_transaction<std::vector<TaskRow>>("task_claim", [&] {
        return sql::decoded(lock_claim(link, request.claim), [&](const Reply&) { return find_or_claim(link, request); });
    });
}

} // namespace

Answer<Reply> lock_claim(sql::Link& link, const ClaimId& claim)
{
    return link.run("claim_guard", {{"key", advisory_key(claim.str())}}, Effect::write);
}

const sql::TaskVerbs task_verbs{add_values, claim_tasks, take, taken_rows, apply_batch};

} // namespace lockdesk::postgres
