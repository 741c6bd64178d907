// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Steps of holders on their tasks: one command for many, and one read for their results.
#include "backends/engine/rules/storable.h"
#include "backends/mongodb/marks.h"
#include "backends/mongodb/spans.h"
#include "backends/mongodb/task_table.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <unordered_map>

namespace lockdesk::mongodb {

namespace {

constexpr std::size_t most_steps_in_one_command = 1000;

bool needs_rule(const TaskStep& step)
{
    return std::holds_alternative<Relock>(step.what) || std::holds_alternative<RelockByBackoff>(step.what)
           || std::holds_alternative<Fail>(step.what);
}

/// Returns the statement's name for a step and adds its values.
struct StepText
{
    const Link& link;
    const TaskRule& rule;
    Values& values;

    const char* operator()(const Unlock&) const { return "task_unlock"; }
    const char* operator()(const Extend&) const { return "task_extend"; }
    const char* operator()(const Relock& relock) const
    {
        values.whole("timeout", bounded_us(rule.lock_timeout)).whole("wait", bounded_us(relock.wait));
        return "task_relock";
    }
    const char* operator()(const RelockByBackoff& relock) const
    {
        add_backoff(relock.policy.value_or(rule.backoff), relock.jitter);
        return "task_relock";
    }
    const char* operator()(const Fail& fail) const
    {
        add_backoff(rule.backoff, fail.jitter);
        values.text("error", storable(fail.error));
        values.whole("most", rule.max_failures > 0 ? rule.max_failures : std::numeric_limits<std::int64_t>::max());
        return "task_fail";
    }
    const char* operator()(const Advance& advance) const
    {
        if (advance.from)
            values.text("from", advance.from->str());
        else
            values.doc("from", Bson().flag("$exists", true));
        values.text("to", advance.to.str());
        values.text("desired_state", advance.desired ? word(*advance.desired) : "$desired_state");
        return "task_advance";
    }
    void add_backoff(BackoffPolicy policy, double jitter) const
    {
        values.whole("timeout", bounded_us(rule.lock_timeout));
        values.doc("jitter", Bson().real("$literal", std::clamp(jitter, 0.0, 1.0)));
        const bool slowly = policy == BackoffPolicy::progressive;
        values.doc("wait", link.filled(slowly ? "task_backoff_progressive" : "task_backoff_exponential", values));
    }
};

std::vector<std::string> ids_of(std::span<const TaskStep> steps)
{
    std::vector<std::string> out;
    for (const TaskStep& step : steps)
        out.push_back(step.id.str());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

StepAnswer answer_of(const TaskStep& step, const std::string& mark, View doc, TaskRow row)
{
    StepAnswer out;
    if (has_mark(doc, mark)) {
        out.result = StepResult::done;
        if (needs_rule(step) && !doc["last_wait"].nil())
            out.wait = Duration{doc["last_wait"].integer()};
    } else if (row.owner != step.owner.str()) {
        out.result = StepResult::not_owner;
    } else {
        out.result = StepResult::stale; // because of the token, or the phase to advance from
    }
    out.row = std::move(row);
    return out;
}

// Formats a step for an update command: a filter and a pipeline.
Bson text_of(const Link& link, const TaskStep& step, const TaskRule& rule, const std::string& mark)
{
    Values v;
    v.text("id", step.id.str()).text("owner", step.owner.str()).whole("token", step.token.number()).text("mark", mark);
    const char* name = std::visit(StepText{link, rule, v}, step.what);
    return link.filled(name, v);
}

class TaskSteps
{
public:
    explicit TaskSteps(TaskTable& table) : m_link(table.link()), m_table(table) {}

    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps)
    {
        if (auto failed = m_link.begin_write("task_apply"))
            return *failed;
        if (auto failed = m_table.refresh_rules())
            return *failed;
        std::vector<StepAnswer> out;
        std::optional<TimePoint> now;
        for (std::size_t begin = 0; begin < steps.size(); begin += most_steps_in_one_command) {
            const auto some = steps.subspan(begin, std::min(most_steps_in_one_command, steps.size() - begin));
            auto rules = rules_for(some);
            if (!rules)
                return rules.failure();
            std::vector<std::string> marks(some.size());
            if (some.size() == 1) {
                auto one = apply_one(some.front(), (*rules)[some.front().id.str()]);
                if (!one)
                    return one.failure();
                if (*one) {
                    out.push_back(std::move(**one));
                    now = one.store_time();
                    continue;
                }
                marks.front() = make_mark(); // matches no task
            } else {
                Bson updates;
                for (std::size_t i = 0; i < some.size(); ++i) {
                    marks[i] = make_mark();
                    updates.doc(std::to_string(i), text_of(m_link, some[i], (*rules)[some[i].id.str()], marks[i]));
                }
                if (auto done = m_link.write("task_apply", Values().array("updates", std::move(updates))); !done)
                    return done.failure();
            }
            if (auto failed = judge(some, marks, out, now))
                return *failed;
        }
        return {std::move(out), now};
    }

private:
    // The wait of a relock depends on the rule, and the rule on the phase, which does not change while owner and token stay.
    Answer<std::map<std::string, TaskRule>> rules_for(std::span<const TaskStep> steps)
    {
        std::map<std::string, TaskRule> out;
        if (std::none_of(steps.begin(), steps.end(), needs_rule))
            return out;
        if (auto failed = m_table.each_named(ids_of(steps), [&](View doc) {
                out[id_text(doc["_id"])] = m_table.rules().of(doc["kind"].str(), doc["phase"].str());
            }))
            return *failed;
        return out;
    }

    // Returns nullopt when the step was refused.
    Answer<std::optional<StepAnswer>> apply_one(const TaskStep& step, const TaskRule& rule)
    {
        const std::string mark = make_mark();
        const Bson text = text_of(m_link, step, rule, mark);
        auto reply =
            m_link.write("task_apply_one", Values().doc("query", text["q"].copy()).array("update", text["u"].copy()));
        if (!reply)
            return reply.failure();
        const View doc = (*reply)["value"];
        if (!doc.is_document())
            return std::optional<StepAnswer>{};
        return {answer_of(step, mark, doc, task_row(doc, m_table.rules())), doc["at"].time()};
    }

    // Determines the results: steps without their mark in the task were refused.
    std::optional<Failure> judge(std::span<const TaskStep> steps, std::span<const std::string> marks,
                                 std::vector<StepAnswer>& out, std::optional<TimePoint>& now)
    {
        std::vector<StepAnswer> answers(steps.size());
        std::unordered_multimap<std::string, std::size_t> by_id;
        for (std::size_t i = 0; i < steps.size(); ++i)
            by_id.emplace(steps[i].id.str(), i);
        if (auto failed = m_table.each_named(ids_of(steps), [&](View doc) {
                const auto [begin, end] = by_id.equal_range(id_text(doc["_id"]));
                const TaskRow row = task_row(doc, m_table.rules());
                now = std::max(now, doc["at"].time());
                for (auto at = begin; at != end; ++at) {
                    StepAnswer& answer = answers[at->second];
                    answer = answer_of(steps[at->second], marks[at->second], doc, row);
                    if (answer.result != StepResult::done)
                        answer.row = task_row(doc, m_table.rules(), Raw::with);
                }
            }))
            return in_doubt_after(*failed);
        // The last executed step has left its time; a refused one leaves none.
        if (std::any_of(answers.begin(), answers.end(), [](const StepAnswer& a) { return a.result != StepResult::done; })) {
            auto meta = m_link.look();
            if (!meta)
                return in_doubt_after(meta.failure());
            now = meta->now;
        }
        std::move(answers.begin(), answers.end(), std::back_inserter(out));
        return std::nullopt;
    }

    Link& m_link;
    TaskTable& m_table;
};

} // namespace

Answer<std::vector<StepAnswer>> apply_steps(TaskTable& table, std::span<const TaskStep> steps)
{
    return TaskSteps(table).apply(steps);
}

} // namespace lockdesk::mongodb
