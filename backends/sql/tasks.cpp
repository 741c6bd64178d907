// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"

#include "backends/engine/rules/task_rules.h"
#include "backends/engine/text/command_line.h"
#include "backends/sql/batches.h"
#include "backends/sql/listing.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>

namespace lockdesk::sql {

namespace {

constexpr int version_tries = 20;

const Listing<TaskRow>& task_listing()
{
    static const Listing<TaskRow> listing{
        "task_list",
        "tasks",
        {{"k.id", 1}},
        false,
        "(CASE WHEN coalesce(k.owner, '') = '' THEN CASE WHEN {task_due} THEN 'due' "
        "WHEN k.failures > 0 AND k.locked_at >= 9000000000000000 THEN 'failed' WHEN {task_final} THEN 'done' ELSE 'waiting' END "
        "ELSE CASE WHEN {task_due} THEN 'expired' ELSE 'held' END END)"};
    return listing;
}

TaskRule rule_in(const Result& r, int row)
{
    RowDecoder d({r, row}, 1);
    TaskRule rule;
    read_rule(d.read(rule.kind, rule.phase), rule);
    return rule;
}

StepForm form(const Unlock&) { return {.verb = "unlock"}; }
StepForm form(const Extend&) { return {.verb = "extend"}; }
StepForm form(const Relock& relock) { return {.verb = "relock", .wait = std::min(relock.wait.count(), longest_wait)}; }
StepForm form(const Fail& fail) { return {.verb = "fail", .text = fail.error, .jitter = fail.jitter}; }
StepForm form(const RelockByBackoff& relock)
{
    StepForm out{.verb = "backoff", .jitter = relock.jitter};
    if (relock.policy)
        out.text = word(*relock.policy);
    return out;
}
StepForm form(const Advance& advance)
{
    StepForm out{.verb = "advance", .to = advance.to.str()};
    if (advance.from)
        out.from = advance.from->str();
    if (advance.desired)
        out.desired = word(*advance.desired);
    return out;
}

PhaseCount count_in(const Result& r, int row, std::int64_t cap)
{
    PhaseCount count;
    count.kind = r.text(row, 1);
    count.phase = r.text(row, 2);
    count.held = r.number(row, 3);
    count.waiting = r.number(row, 4);
    count.due = r.number(row, 5);
    count.expired = r.number(row, 6);
    count.failed = r.number(row, 7);
    count.capped = r.number(row, 8) > cap;
    TaskRule rule;
    rule.lock_timeout = Duration{r.whole(row, 9).value_or(rule.lock_timeout.count())};
    task_rules::count_done(count, rule);
    return count;
}

class SqlTasks final : public Tasks, public OrderedRows<TaskRow>
{
public:
    SqlTasks(Link& link, const TaskVerbs& verbs) : OrderedRows(link, task_listing()), m_verbs(verbs) {}

    Answer<AddedTasks> add(std::span<const NewTask> tasks) override
    {
        AddedTasks out;
        if (tasks.empty())
            return out;
        return decoded(m_link.run("task_add", m_verbs.add(tasks), Effect::write), [&](const Reply& reply) {
            const auto added = rows_of(reply.set(0), [](const Result& r, int row) { return r.text(row, 1); });
            std::set<std::string_view> fresh(added.begin(), added.end());
            std::set<std::string_view> hinted;
            for (const auto& task : tasks) {
                const bool is_new = fresh.erase(task.id.str()) > 0;
                out.added.push_back(is_new);
                out.count += is_new ? 1 : 0;
                if (is_new && hinted.insert(task.kind.str()).second)
                    m_link.hint(Entity::task, task.kind.str());
            }
            return out;
        });
    }

    Answer<std::vector<TaskRow>> claim(const ClaimRequest& request) override
    {
        auto claimed = m_verbs.claim(m_link, request);
        if (claimed && !claimed->empty())
            m_link.hint_observers(Entity::task);
        return claimed;
    }

    // One statement for all steps; only a task that occurs twice needs a second one.
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override
    {
        Values errors;
        for (const auto& step : steps)
            if (const auto* fail = std::get_if<Fail>(&step.what))
                errors.text("error", fail->error);
        if (auto failure = m_link.not_storable("task_apply", errors))
            return *failure;
        std::vector<StepAnswer> answers(steps.size());
        const auto done = in_batches(
            steps, [&](std::span<const std::size_t> which) { return m_verbs.apply(m_link, steps, which, answers); });
        return done ? Answer<std::vector<StepAnswer>>(std::move(answers), *done) : done.failure();
    }

    Answer<StepAnswer> relock_forced(const ForcedRelock& request) override
    {
        auto out = forced("task_relock_forced", forced_relock_sql(request), request.id, false);
        if (out && out->result == StepResult::done)
            out->wait = request.wait;
        return out;
    }

    Answer<std::vector<std::string>> preview_relock_forced(const ForcedRelock& request) override
    {
        return std::vector<std::string>{forced_relock_sql(request)};
    }

    Answer<StepAnswer> remove(const TaskRemoval& request) override
    {
        return forced("task_remove", removal_sql(request), request.id, true);
    }

    Answer<std::vector<std::string>> preview_remove(const TaskRemoval& request) override
    {
        return std::vector<std::string>{removal_sql(request)};
    }

    // Phase by phase: only final ones hold done tasks, and their index gives the oldest first.
    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        auto found = rules();
        if (!found)
            return found.failure();
        std::erase_if(*found, [](const TaskRule& rule) { return !rule.is_final(); });
        if (found->empty())
            found->push_back({}); // no task has these empty names; a session that must not write still fails
        std::int64_t gone = 0;
        auto at = found.store_time();
        for (const TaskRule& rule : *found)
            for (const char* place : {"task_ended", "task_ended_late"}) {
                if (gone >= limit)
                    continue;
                const auto answer = collect_phase(rule, place, older_than, limit - gone);
                if (!answer)
                    return answer.failure();
                gone += *answer;
                at = answer.store_time();
            }
        if (gone > 0)
            m_link.hint_observers(Entity::task);
        return {gone, at};
    }

    Answer<std::optional<TaskRow>> find(const TaskId& id) override { return find_task(m_link, id); }

    // With kind and phase: in the claims' order, that of their index. With a claim id: the few rows that carry it.
    Answer<Page<TaskRow>> list(const ListRequest& request) override
    {
        auto listing = task_listing();
        if (demanded(request.filter, "claim") != nullptr)
            listing.order.clear();
        else if (demanded(request.filter, "kind") != nullptr && demanded(request.filter, "phase") != nullptr)
            listing.order = {{"k.locked_at", 9, false}, {"k.updated_at", 10, false}, {"k.id", 1}};
        return list_rows(m_link, listing, request);
    }

    Answer<TaskRule> set_rule(const TaskRule& rule) override
    {
        Values values{{"kind", rule.kind}, {"phase", rule.phase}, {"lock_timeout", rule.lock_timeout}};
        values.text("backoff", word(rule.backoff)).number("max_failures", rule.max_failures);
        return decoded(m_link.run("task_rule_set", values, Effect::write), [&](const Reply&) {
            m_link.hint(Entity::task, rule.kind);
            return rule;
        });
    }

    Answer<std::vector<TaskRule>> rules() override
    {
        return decoded(m_link.run("task_rules", {}, Effect::read), [](const Reply& r) { return rows_of(r, rule_in); });
    }

    Answer<std::vector<PhaseCount>> counts(std::int64_t cap) override
    {
        return decoded(m_link.run("task_counts", {{"cap", cap + 1}}, Effect::read), [&](const Reply& reply) {
            return rows_of_all(reply, [&](const Result& r, int row) { return count_in(r, row, cap); });
        });
    }

private:
    // The row of an answer about a removal is read before; the statement compares owner and token again.
    Answer<StepAnswer> forced(const char* statement, const std::string& sql, const TaskId& id, bool removes)
    {
        auto row = removes ? find(id) : std::optional<TaskRow>();
        if (!row)
            return row.failure();
        const auto done = decoded(m_link.run_literal(statement, sql, Effect::write), first_boolean);
        if (!done)
            return done.failure();
        if (!*done || !removes)
            row = find(id);
        if (!row)
            return row.failure();
        StepAnswer out;
        out.result = *done && (removes || *row) ? StepResult::done : *row ? StepResult::changed : StepResult::missing;
        out.row = std::move(*row);
        if (*done && out.row)
            m_link.hint(Entity::task, out.row->kind);
        return {std::move(out), done.store_time()};
    }

    Answer<std::int64_t> collect_phase(const TaskRule& rule, const char* place, Duration older_than, std::int64_t limit)
    {
        const Values values{{"kind", rule.kind}, {"phase", rule.phase}, {"older", Sql{std::to_string(older_than.count())}}};
        Values taken = values;
        taken.sql("place", m_link.text(place, values)).number("limit", limit);
        return decoded(m_link.run("task_collect", taken, Effect::write), first_number);
    }

    [[nodiscard]] std::string forced_relock_sql(const ForcedRelock& request) const
    {
        Values values{{"id", request.id}, {"owner", request.if_owner}, {"token", request.if_token}};
        values.number("wait", std::min(request.wait.count(), longest_wait));
        return m_link.text("task_relock_forced", add_audit(values, request, command_line(request)));
    }

    [[nodiscard]] std::string removal_sql(const TaskRemoval& request) const
    {
        Values values{{"id", request.id}, {"owner", request.if_owner}, {"token", request.if_token}};
        return m_link.text("task_remove", add_audit(values, request, command_line(request)));
    }

    TaskVerbs m_verbs;
};

} // namespace

StepForm form_of(const TaskStep& step)
{
    return std::visit([](const auto& what) { return form(what); }, step.what);
}

Values claim_values(const ClaimRequest& request)
{
    Values values{{"kind", request.kind}, {"phase", request.phase}, {"owner", request.owner}, {"claim", request.claim}};
    return values.add({{"timeout", request.lock_timeout}, {"limit", Sql{std::to_string(request.limit)}}});
}

ClaimedTasks claimed_tasks(Answer<Reply> reply, const TaskVerbs& verbs, const ClaimRequest& request)
{
    return decoded(std::move(reply), [&](const Reply& r) {
        return in_order(verbs.taken(r, request), [](const TaskRow& row) { return std::tie(row.updated_at, row.id); });
    });
}

ClaimedTasks claim_in_steps(Link& link, const TaskVerbs& verbs, const ClaimRequest& request, bool in_transaction)
{
    const bool locks = request.strategy == ClaimStrategy::skip_locked_2;
    const bool as_seen = request.strategy == ClaimStrategy::version;
    if (locks && !in_transaction)
        return link.in_transaction<std::vector<TaskRow>>("task_claim",
                                                         [&] { return claim_in_steps(link, verbs, request, true); });
    // Takes tasks only as they were read; reads again when other claims were first with all of them.
    for (int tries = 1;; ++tries) {
        const auto due = claim_values(request).sql("lock", locks ? "FOR UPDATE SKIP LOCKED" : "");
        const auto seen = link.run("task_look", due, locks ? Effect::write : Effect::read);
        if (!seen)
            return seen.failure();
        auto taken = claimed_tasks(verbs.take(link, request, *seen, locks, as_seen), verbs, request);
        if (!taken || !taken->empty() || !as_seen || seen->rows() == 0 || tries == version_tries)
            return taken;
    }
}

std::unique_ptr<Tasks> make_tasks(Link& link, const TaskVerbs& verbs) { return std::make_unique<SqlTasks>(link, verbs); }

Answer<std::optional<TaskRow>> find_task(Link& link, const TaskId& id)
{
    return find_row<TaskRow>(link, "task_find", {{"id", id}});
}

} // namespace lockdesk::sql
