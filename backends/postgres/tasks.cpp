// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/tasks.h"

#include "backends/engine/placeholders.h"
#include "backends/postgres/listing.h"
#include "backends/postgres/rows.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace lockdesk::postgres {

namespace {

// A wait that keeps now + wait in range.
constexpr std::int64_t longest_wait = 4'000'000'000'000'000'000;

// One column per array of task_apply.sql.
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
    [[nodiscard]] Params params() const
    {
        Params p;
        p.texts(ids).texts(owners).numbers(tokens).texts(verbs).optional_numbers(waits).optional_texts(from);
        p.optional_texts(to).optional_texts(desired).reals(jitters).optional_texts(texts);
        return p;
    }
};

const Listing<TaskRow>& task_listing()
{
    static const std::string due = "(coalesce(k.locked_at, 0) < n.now - coalesce(r.lock_timeout, 30000000))";
    static const Listing<TaskRow> listing{
        "task_list",
        "lockdesk_tasks",
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

Answer<AddedTasks> PostgresTasks::add(std::span<const NewTask> tasks)
{
    std::vector<std::string> ids, kinds, phases, desired, payloads;
    for (const auto& task : tasks) {
        ids.push_back(task.id.str());
        kinds.push_back(task.kind.str());
        phases.push_back(task.phase.str());
        desired.emplace_back(word(task.desired_state));
        payloads.push_back(task.payload);
    }
    Params params;
    params.texts(ids).texts(kinds).texts(phases).texts(desired).texts(payloads);
    const auto answer = m_link.run("task_add", params, Effect::write);
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
            m_link.hint(Entity::task, task.kind.str());
    }
    return {std::move(out), answer.store_time()};
}

// One statement for all; only a task that comes twice has to wait for a second one, and refusals are looked at afterwards.
Answer<std::vector<StepAnswer>> PostgresTasks::apply(std::span<const TaskStep> steps)
{
    std::vector<StepAnswer> answers(steps.size());
    std::optional<TimePoint> now;
    std::vector<std::size_t> left(steps.size());
    std::iota(left.begin(), left.end(), 0);
    while (!left.empty()) {
        std::vector<std::size_t> batch;
        std::vector<std::size_t> later;
        std::set<std::string_view> seen;
        for (const auto i : left)
            (seen.insert(steps[i].id.str()).second ? batch : later).push_back(i);
        // Everybody locks rows in the same order.
        std::sort(batch.begin(), batch.end(), [&](auto a, auto b) { return steps[a].id < steps[b].id; });
        const auto done = apply_batch(steps, batch, answers);
        if (!done)
            return done.failure();
        now = *done;
        left = std::move(later);
    }
    return {std::move(answers), now};
}

Answer<std::optional<TimePoint>> PostgresTasks::apply_batch(std::span<const TaskStep> steps,
                                                            std::span<const std::size_t> which,
                                                            std::vector<StepAnswer>& answers)
{
    StepColumns columns;
    for (const auto i : which)
        columns.add(steps[i]);
    const auto answer = m_link.run("task_apply", columns.params(), Effect::write);
    if (!answer)
        return answer.failure();
    std::set<std::string> kinds;
    for (int row = 0; row < answer->rows(); ++row) {
        if (answer->is_null(row, 1))
            continue;
        auto& out = answers[which[static_cast<std::size_t>(answer->number(row, 1) - 1)]];
        out.result = StepResult::done;
        if (!answer->is_null(row, 2))
            out.wait = Duration{answer->number(row, 2)};
        out.row = task_row(*answer, row, 3, Raw::without);
        if (out.row->owner.empty() && kinds.insert(out.row->kind).second)
            m_link.hint(Entity::task, out.row->kind);
    }
    std::vector<std::size_t> refused;
    for (const auto i : which)
        if (answers[i].result != StepResult::done)
            refused.push_back(i);
    if (!refused.empty())
        if (auto explained = explain(steps, refused, answers); !explained)
            return explained.failure();
    return answer.store_time();
}

// The statement has refused them; this tells why, and how the row is.
Answer<Done> PostgresTasks::explain(std::span<const TaskStep> steps, std::span<const std::size_t> refused,
                                    std::vector<StepAnswer>& answers)
{
    for (const auto i : refused) {
        auto row = find(steps[i].id);
        if (!row)
            return row.failure();
        answers[i].row = std::move(*row);
        answers[i].result = !answers[i].row                                 ? StepResult::missing
                            : answers[i].row->owner != steps[i].owner.str() ? StepResult::not_owner
                                                                            : StepResult::stale;
    }
    return Done{};
}

Answer<std::optional<TaskRow>> PostgresTasks::find(const TaskId& id)
{
    const auto& sql = m_link.made("task_find", [] {
        return fill_placeholders(statement_text("task_list"), {{"where", "k.id = $1"}, {"order", ""}, {"limit", ""}});
    });
    Params params;
    params.text(id.str());
    const auto answer = m_link.run_as("task_find", "task_find", sql, params, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->is_null(0, 1))
        return {std::optional<TaskRow>{}, answer.store_time()};
    return {std::optional(task_row(*answer, 0, 1, Raw::with)), answer.store_time()};
}

// Kind and phase given: in the order of the claims, which their index has. A claim id: the few rows that carry it.
Answer<Page<TaskRow>> PostgresTasks::list(const ListRequest& request)
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

Answer<TaskRule> PostgresTasks::set_rule(const TaskRule& rule)
{
    Params params;
    params.text(rule.kind).text(rule.phase).duration(rule.lock_timeout).text(word(rule.backoff)).number(rule.max_failures);
    const auto answer = m_link.run("task_rule_set", params, Effect::write);
    if (!answer)
        return answer.failure();
    m_link.hint(Entity::task, rule.kind);
    return {rule, answer.store_time()};
}

Answer<std::vector<TaskRule>> PostgresTasks::rules()
{
    const auto answer = m_link.run("task_rules", {}, Effect::read);
    if (!answer)
        return answer.failure();
    std::vector<TaskRule> rules;
    for (int i = 0; i < answer->rows(); ++i) {
        if (answer->is_null(i, 1))
            continue;
        TaskRule& rule = rules.emplace_back();
        rule.kind = answer->text(i, 1);
        rule.phase = answer->text(i, 2);
        rule.lock_timeout = Duration{answer->whole(i, 3).value_or(rule.lock_timeout.count())};
        if (const auto policy = parse_backoff_policy(answer->text(i, 4)))
            rule.backoff = *policy;
        rule.max_failures = answer->whole(i, 5).value_or(rule.max_failures);
    }
    return {std::move(rules), answer.store_time()};
}

Answer<std::vector<PhaseCount>> PostgresTasks::counts(std::int64_t cap)
{
    Params params;
    params.number(cap);
    const auto answer = m_link.run("task_counts", params, Effect::read);
    if (!answer)
        return answer.failure();
    std::vector<PhaseCount> counts;
    for (int i = 0; i < answer->rows(); ++i) {
        if (answer->is_null(i, 1))
            continue;
        PhaseCount& count = counts.emplace_back();
        count.kind = answer->text(i, 1);
        count.phase = answer->text(i, 2);
        count.held = answer->number(i, 3);
        count.waiting = answer->number(i, 4);
        count.due = answer->number(i, 5);
        count.expired = answer->number(i, 6);
        count.failed = answer->number(i, 7);
        count.capped = answer->number(i, 8) > cap;
    }
    return {std::move(counts), answer.store_time()};
}

} // namespace lockdesk::postgres
