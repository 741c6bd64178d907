// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/tasks.h"

#include "backends/engine/text.h"
#include "backends/mariadb/batch.h"
#include "backends/mariadb/listing.h"
#include "backends/mariadb/rows.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockdesk::mariadb {

namespace {

// A wait that keeps now + wait in range.
constexpr std::int64_t longest_relock_wait = 4'000'000'000'000'000'000;

const Listing<TaskRow>& task_listing()
{
    static const std::string due =
        "(k.locked_at < {now} - IFNULL((SELECT r.lock_timeout FROM {p}task_rules r WHERE r.kind = k.kind "
        "AND r.phase = k.phase), 30000000))";
    static const Listing<TaskRow> listing{
        "task_list",
        "tasks",
        "k.id",
        "k.id",
        false,
        {{"id", "k.id"},
         {"name", "k.id"},
         {"owner", "k.owner"},
         {"kind", "k.kind"},
         {"phase", "k.phase"},
         {"claim", "k.claim_id"},
         {"state", "(CASE WHEN coalesce(k.owner, '') = '' THEN CASE WHEN " + due
                       + " THEN 'due' ELSE 'waiting' END ELSE CASE WHEN " + due + " THEN 'expired' ELSE 'held' END END)"}},
        [](const Result& r, int row) { return task_row(r, row, 1, Raw::doubtful); },
        [](const Result& r, int row) { return literal(r.text(row, 1)); }};
    return listing;
}

bool demands(const Filter& filter, std::string_view key)
{
    return std::any_of(filter.terms().begin(), filter.terms().end(),
                       [&](const FilterTerm& t) { return t.key == key && t.op == FilterTerm::Op::equals && !t.negated; });
}

} // namespace

Answer<AddedTasks> MariaDbTasks::add(std::span<const NewTask> tasks)
{
    AddedTasks out;
    if (tasks.empty())
        return out;
    // Everybody inserts in the same order.
    std::map<std::string, const NewTask*> sorted;
    for (const auto& task : tasks)
        sorted.emplace(task.id.str(), &task);
    std::string rows;
    std::string ids;
    for (const auto& [id, task] : sorted) {
        if (!is_utf8(task->payload))
            return not_storable_failure("task_add");
        ids += (ids.empty() ? "" : ", ") + literal(id);
        rows += (rows.empty() ? "(" : ",\n           (") + literal(id) + ", " + literal(task->kind.str()) + ", "
                + literal(task->phase.str()) + ", " + literal(word(task->desired_state)) + ", " + literal(task->payload)
                + ", v_now, v_now, 0)";
    }
    Values values;
    values.sql("ids", std::move(ids)).sql("rows", std::move(rows));
    const auto answer = m_link.run("task_add", values, Effect::write);
    if (!answer)
        return answer.failure();
    std::set<std::string_view> fresh;
    for (int i = 0; i < answer->set(0).rows(); ++i)
        fresh.insert(answer->set(0).text(i, 1));
    for (const auto& task : tasks) {
        out.added.push_back(fresh.erase(task.id.str()) > 0);
        out.count += out.added.back() ? 1 : 0;
    }
    return {std::move(out), answer.store_time()};
}

// The SET list of a step. `v_now` is a variable of task_apply.sql.
std::string MariaDbTasks::change_of(const TaskStep& step)
{
    const std::string stamp = ", change_seq = NEXT VALUE FOR " + table_prefix(m_link.options().sandbox) + "changes";
    const std::string timeout = m_link.text("task_timeout", {});
    const auto by_backoff = [&](const std::optional<BackoffPolicy>& policy, double jitter) {
        Values values;
        values.real("jitter", std::clamp(jitter, 0.0, 1.0)).sql("timeout", timeout);
        values.sql("policy", policy ? literal(word(*policy)) : m_link.text("task_policy", {}));
        return "locked_at = v_now - " + timeout + " + " + m_link.text("task_backoff", values) + ", owner = NULL";
    };
    const auto set = [&](const auto& what) -> std::string {
        using What = std::decay_t<decltype(what)>;
        if constexpr (std::is_same_v<What, Unlock>)
            return "locked_at = 0, owner = NULL";
        else if constexpr (std::is_same_v<What, Extend>)
            return "locked_at = v_now";
        else if constexpr (std::is_same_v<What, Relock>)
            return "locked_at = v_now - " + timeout + " + "
                   + std::to_string(std::min(what.wait.count(), longest_relock_wait)) + ", owner = NULL";
        else if constexpr (std::is_same_v<What, RelockByBackoff>)
            return by_backoff(what.policy, what.jitter);
        else if constexpr (std::is_same_v<What, Fail>)
            return by_backoff({}, what.jitter) + ", failures = failures + 1, last_error = " + literal(what.error);
        else
            return "locked_at = 0, owner = NULL, updated_at = v_now, failures = 0, last_error = '', phase = "
                   + literal(what.to.str()) + (what.desired ? ", desired_state = " + literal(word(*what.desired)) : "");
    };
    return std::visit(set, step.what) + stamp;
}

Answer<std::vector<StepAnswer>> MariaDbTasks::apply(std::span<const TaskStep> steps)
{
    std::vector<StepAnswer> answers(steps.size());
    for (const auto& step : steps)
        if (const auto* fail = std::get_if<Fail>(&step.what); fail && !is_utf8(fail->error))
            return not_storable_failure("task_apply");
    const auto done =
        in_batches(steps, [&](std::span<const std::size_t> which) { return apply_batch(steps, which, answers); });
    if (!done)
        return done.failure();
    return {std::move(answers), *done};
}

// One command: holds the rows and tells how they are, changes those of whom it is true, tells how they are then.
Answer<std::optional<TimePoint>> MariaDbTasks::apply_batch(std::span<const TaskStep> steps,
                                                           std::span<const std::size_t> which,
                                                           std::vector<StepAnswer>& answers)
{
    Batch batch;
    std::map<std::string_view, std::size_t> index;
    for (const auto i : which) {
        const auto& step = steps[i];
        const auto* advance = std::get_if<Advance>(&step.what);
        std::string condition = "owner = " + literal(step.owner.str());
        if (advance && advance->from)
            condition += " AND phase = " + literal(advance->from->str());
        batch.add(change_of(step), condition, step.id.str(), step.token.number());
        index[step.id.str()] = i;
    }
    Values values;
    values.sql("ids", batch.ids()).sql("updates", batch.updates(table_prefix(m_link.options().sandbox) + "tasks"));
    const auto answer = m_link.run("task_apply", values, Effect::write);
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
        out.row = task_row(after, row, 1, out.result == StepResult::done ? Raw::without : Raw::with);
        const auto& what = steps[i].what;
        const bool waits = std::holds_alternative<Relock>(what) || std::holds_alternative<RelockByBackoff>(what)
                           || std::holds_alternative<Fail>(what);
        if (out.result == StepResult::done && waits)
            out.wait = out.row->locked_at - after.time(row, 0).value_or(TimePoint{}) + out.row->lock_timeout;
    }
    return answer.store_time();
}

Answer<std::optional<TaskRow>> MariaDbTasks::find(const TaskId& id)
{
    Values values;
    values.text("id", id.str());
    const auto answer = m_link.run("task_find", values, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->last().is_null(0, 1))
        return {std::optional<TaskRow>{}, answer.store_time()};
    return {std::optional(task_row(answer->last(), 0, 1, Raw::with)), answer.store_time()};
}

// Kind and phase given: in the order of the claims, which their index has. A claim id: the few rows that carry it.
Answer<Page<TaskRow>> MariaDbTasks::list(const ListRequest& request)
{
    if (demands(request.filter, "claim")) {
        auto listing = task_listing();
        listing.order.clear();
        return list_rows(m_link, listing, request);
    }
    if (!demands(request.filter, "kind") || !demands(request.filter, "phase"))
        return list_rows(m_link, task_listing(), request);
    auto listing = task_listing();
    listing.order = "k.locked_at, k.updated_at, k.id";
    listing.compare = "(k.locked_at, k.updated_at, k.id)";
    listing.key_literal = [](const Result& r, int row) {
        return "(" + std::to_string(r.number(row, 9)) + ", " + std::to_string(r.number(row, 10)) + ", "
               + literal(r.text(row, 1)) + ")";
    };
    return list_rows(m_link, listing, request);
}

Answer<TaskRule> MariaDbTasks::set_rule(const TaskRule& rule)
{
    Values values;
    values.text("kind", rule.kind).text("phase", rule.phase).number("lock_timeout", rule.lock_timeout.count());
    values.text("backoff", word(rule.backoff)).number("max_failures", rule.max_failures);
    const auto answer = m_link.run("task_rule_set", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {rule, answer.store_time()};
}

Answer<std::vector<TaskRule>> MariaDbTasks::rules()
{
    const auto answer = m_link.run("task_rules", {}, Effect::read);
    if (!answer)
        return answer.failure();
    std::vector<TaskRule> rules;
    const Result& r = answer->last();
    for (int i = 0; i < r.rows(); ++i) {
        TaskRule& rule = rules.emplace_back();
        rule.kind = r.text(i, 1);
        rule.phase = r.text(i, 2);
        rule.lock_timeout = Duration{r.whole(i, 3).value_or(rule.lock_timeout.count())};
        if (const auto policy = parse_backoff_policy(r.text(i, 4)))
            rule.backoff = *policy;
        rule.max_failures = r.whole(i, 5).value_or(rule.max_failures);
    }
    return {std::move(rules), answer.store_time()};
}

Answer<std::vector<PhaseCount>> MariaDbTasks::counts(std::int64_t cap)
{
    Values values;
    values.number("cap", cap + 1);
    const auto answer = m_link.run("task_counts", values, Effect::read);
    if (!answer)
        return answer.failure();
    std::vector<PhaseCount> counts;
    for (std::size_t i = 0; i + 1 < answer->size(); ++i) {
        const Result& r = answer->set(i);
        PhaseCount& count = counts.emplace_back();
        count.kind = r.text(0, 1);
        count.phase = r.text(0, 2);
        count.held = r.number(0, 3);
        count.waiting = r.number(0, 4);
        count.due = r.number(0, 5);
        count.expired = r.number(0, 6);
        count.failed = r.number(0, 7);
        count.capped = r.number(0, 8) > cap;
    }
    return {std::move(counts), answer.store_time()};
}

} // namespace lockdesk::mariadb
