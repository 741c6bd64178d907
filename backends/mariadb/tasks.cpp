// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include "backends/engine/text/text.h"
#include "backends/mariadb/batch.h"
#include "backends/mariadb/link.h"
#include "backends/sql/rows.h"

#include <algorithm>
#include <map>
#include <ranges>

namespace lockdesk::mariadb {

namespace {

// Returns the SET list of a step.
std::string change_of(const sql::Link& link, const sql::StepForm& step)
{
    Values values;
    values.number("wait", step.wait.value_or(0)).text("to", step.to.value_or("")).text("error", step.text.value_or(""));
    values.sql("desired", step.desired ? literal(*step.desired) : "desired_state");
    if (step.verb == "backoff" || step.verb == "fail") {
        values.add({{"jitter", std::clamp(step.jitter, 0.0, 1.0)}});
        const bool has_policy = step.verb == "backoff" && step.text;
        values.sql("policy", has_policy ? literal(*step.text) : link.text("task_policy"));
        values.sql("backoff", link.text("task_backoff", values));
    }
    return link.text("task_set_" + std::string(step.verb), values);
}

// One command: locks the rows and returns them, changes those that match, returns them again.
Answer<std::optional<TimePoint>> apply_batch(sql::Link& link, std::span<const TaskStep> steps,
                                             std::span<const std::size_t> which, std::vector<StepAnswer>& answers)
{
    Batch batch;
    std::map<std::string_view, std::size_t> index;
    for (const auto i : which) {
        const auto& step = steps[i];
        const auto* advance = std::get_if<Advance>(&step.what);
        std::string condition = "owner = " + literal(step.owner.str());
        if (advance && advance->from)
            condition += " AND phase = " + literal(advance->from->str());
        batch.add(change_of(link, sql::form_of(step)), condition, step.id.str(), step.token.number());
        index[step.id.str()] = i;
    }
    const auto answer =
        link.run("task_apply", {{"ids", sql::Sql{batch.ids()}}, {"updates", sql::Sql{batch.updates(link.table("tasks"))}}},
                 Effect::write);
    if (!answer)
        return answer.failure();
    const Result& before = answer->set(0);
    for (int row = 0; row < before.rows(); ++row) {
        const auto i = index.at(before.text(row, 1));
        const auto& step = steps[i];
        const auto* advance = std::get_if<Advance>(&step.what);
        const bool same_phase = !advance || !advance->from || advance->from->str() == before.text(row, 4);
        answers[i].result = before.text(row, 2) != step.owner.str()                       ? StepResult::not_owner
                            : before.number(row, 3) != step.token.number() || !same_phase ? StepResult::stale
                                                                                          : StepResult::done;
    }
    const Result& after = answer->set(1);
    for (int row = 0; row < after.rows(); ++row) {
        const auto i = index.at(after.text(row, 1));
        auto& out = answers[i];
        out.row = sql::read_row<TaskRow>(after, row, 1, out.result == StepResult::done ? Raw::without : Raw::with);
        const auto& what = steps[i].what;
        const bool parked = out.row->locked_at >= end_of_time;
        const bool waits = std::holds_alternative<Relock>(what) || std::holds_alternative<RelockByBackoff>(what)
                           || (std::holds_alternative<Fail>(what) && !parked);
        if (out.result == StepResult::done && waits)
            out.wait = std::holds_alternative<Relock>(what) // may exceed the time until the end of time
                           ? std::get<Relock>(what).wait
                           : out.row->locked_at - after.time(row, 0).value_or(TimePoint{}) + out.row->lock_timeout;
    }
    return answer.store_time();
}

// All callers insert in the same order.
Values add_values(std::span<const NewTask> tasks)
{
    std::map<std::string, const NewTask*> sorted;
    for (const auto& task : tasks)
        sorted.emplace(task.id.str(), &task);
    const auto row = [](const auto& one) {
        const NewTask& task = *one.second;
        return "(" + literal(one.first) + ", " + literal(task.kind.str()) + ", " + literal(task.phase.str()) + ", "
               + literal(word(task.desired_state)) + ", " + literal(task.payload) + ", v_now, v_now, 0)";
    };
    Values values;
    values.sql("ids", sql::joined(sorted, [](const auto& one) { return literal(one.first); }));
    values.sql("rows", sql::joined(sorted, row, ",\n           "));
    for (const auto& task : tasks)
        values.text("payload", task.payload); // only for the link's check of the characters
    return values;
}

using sql::ClaimedTasks;

constexpr int was_locked_at = 18;                                      // after the columns of a task
constexpr auto everything = -std::numeric_limits<std::int64_t>::max(); // below every locked_at

// The rows that carry the claim's id. Other result sets have only the clock.
sql::TakenTasks taken_rows(const Reply& reply, const ClaimRequest& request)
{
    sql::TakenTasks taken;
    for (std::size_t i = 0; i < reply.size(); ++i) {
        const Result& r = reply.set(i);
        for (int row = 0; r.columns() > 1 && row < r.rows(); ++row)
            if (r.text(row, 6) == request.owner.str())
                taken.emplace_back(r.number(row, was_locked_at), sql::read_row<TaskRow>(r, row, 1, Raw::without));
    }
    return taken;
}

// A read that finds nothing returns only the clock, after a write of no row (no task has the empty id), which fails in a
// session that must not write.
ClaimedTasks claim_one(sql::Link& link, const ClaimRequest& request, Values values, std::int64_t above)
{
    auto answer = link.run("task_claim_one", values.number("above", above), Effect::write);
    if (!answer || answer->set(0).rows() > 0)
        return sql::claimed_tasks(std::move(answer), task_verbs, request);
    return sql::decoded(link.run_literal("clock", link.expand("SELECT {now}"), Effect::read),
                        [](const Reply&) { return std::vector<TaskRow>{}; });
}

// Cheaper than an inserting statement. It takes nothing if others have locked all rows with the first due task's locked_at.
ClaimedTasks claim_first(sql::Link& link, const ClaimRequest& request, const Values& values)
{
    auto answer = link.run("task_claim_first", Values(values).number("above", everything), Effect::write);
    if (answer && answer->last().rows() == 0)
        return claim_one(link, request, values, everything);
    return sql::claimed_tasks(std::move(answer), task_verbs, request);
}

// An UPDATE with a choice of rows would wait for locked ones. So a SELECT chooses and skips these, and an INSERT ... ON
// DUPLICATE KEY changes each existing row: one statement for the server. A claim of several tasks, or a repeated one, sends
// several statements in one message, so that no frozen program holds rows.
//
// Claims leave entries at the head of the index until the server purges them, hundreds under load, thousands while an old
// snapshot is open. A locking read is expensive at each of them, a dirty read is not: so a dirty read finds the first valid
// entry, and the claim begins there. Tasks that the dirty read misses are taken by uncommitted transactions; the claim
// would skip them.
ClaimedTasks claim_in_statement(sql::Link& link, const ClaimRequest& request)
{
    const bool fair = request.strategy == ClaimStrategy::atomic && (request.limit > 1 || request.returned_first);
    auto values = sql::claim_values(request);
    if (request.limit == 1 && !request.asking_again) {
        if (fair)
            if (auto first = claim_one(link, request, values, 0); !first || !first->empty())
                return first;
        return claim_first(link, request, values);
    }
    auto returned = values;
    returned.number("n", 1).number("above", 0).number("count", std::max<std::int64_t>(1, request.limit / 4));
    auto rest = values;
    rest.number("n", 2).number("above", everything).sql("count", "v_limit");
    for (const auto& [part, statement] : {std::pair{"looks", "task_claim_look"}, {"passes", "task_claim_pass"}})
        values.sql(part, (fair ? link.text(statement, returned) + "\n    " : "") + link.text(statement, rest));
    if (request.asking_again)
        guard_claim(link, request.claim, "tasks", values);
    return sql::claimed_tasks(link.run("task_claim", values, Effect::write), task_verbs, request);
}

Answer<Reply> take(sql::Link& link, const ClaimRequest& request, const Result& seen, bool locked, bool as_seen)
{
    const auto seen_rows = std::views::iota(0, seen.rows());
    const auto id = [&](int row) { return literal(seen.text(row, 1)); };
    const auto version = [&](int row) {
        return "(" + id(row) + ", " + std::to_string(seen.number(row, 2)) + ", " + std::to_string(seen.number(row, 3)) + ")";
    };
    // No task has the empty id; a session that must not write still fails.
    std::string which = "id IN (" + (seen.rows() == 0 ? "''" : sql::joined(seen_rows, id)) + ")";
    if (as_seen && seen.rows() > 0)
        which += " AND (id, locked_at, token) IN (" + sql::joined(seen_rows, version) + ")";
    const auto sql = link.text("task_take", sql::claim_values(request).sql("which", which));
    return link.run_literal("task_take", locked ? sql : "START TRANSACTION;\n" + sql + ";\nCOMMIT", Effect::write);
}

ClaimedTasks claim_tasks(sql::Link& link, const ClaimRequest& request)
{
    if (request.strategy == ClaimStrategy::atomic || request.strategy == ClaimStrategy::plain)
        return claim_in_statement(link, request);
    if (request.asking_again) {
        auto found = link.run("task_by_claim", sql::claim_values(request), Effect::read);
        if (!found || found->last().rows() > 0)
            return sql::claimed_tasks(std::move(found), task_verbs, request);
    }
    return sql::claim_in_steps(link, task_verbs, request);
}

} // namespace

void guard_claim(sql::Link& link, const ClaimId& claim, const std::string& table, Values& values)
{
    Values guard;
    guard.text("claim", claim.str()).sql("table", table);
    guard.text("lock", "lockdesk claim " + std::to_string(advisory_key(claim.str())));
    values.sql("handler", link.text("claim_handler", guard)).sql("guard", link.text("claim_guard", guard));
    values.sql("after", "DO RELEASE_LOCK(" + link.literal(guard.find("lock")->text) + ");");
}

const sql::TaskVerbs task_verbs{add_values, claim_tasks, take, taken_rows, apply_batch};

} // namespace lockdesk::mariadb
