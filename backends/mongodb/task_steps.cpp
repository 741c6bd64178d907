// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// What holders do with their tasks: one command for many, and one read for what became of them.
#include "backends/engine/storable.h"
#include "backends/mongodb/marks.h"
#include "backends/mongodb/spans.h"
#include "backends/mongodb/tasks.h"

#include <algorithm>
#include <map>

namespace lockdesk::mongodb {

namespace {

constexpr std::size_t most_in_one_command = 1000;

bool needs_rule(const TaskStep& step)
{
    return std::holds_alternative<Relock>(step.what) || std::holds_alternative<RelockByBackoff>(step.what)
        || std::holds_alternative<Fail>(step.what);
}

/// Names the statement of a step and adds its values.
struct StepText
{
    const Link& link;
    const TaskRule& rule;
    Values& values;

    const char* operator()(const Unlock&) const { return "step_unlock"; }
    const char* operator()(const Extend&) const { return "step_extend"; }
    const char* operator()(const Relock& relock) const
    {
        values.whole("timeout", bounded_us(rule.lock_timeout)).whole("wait", bounded_us(relock.wait));
        return "step_relock";
    }
    const char* operator()(const RelockByBackoff& relock) const
    {
        add_backoff(relock.policy.value_or(rule.backoff), relock.jitter);
        return "step_relock";
    }
    const char* operator()(const Fail& fail) const
    {
        add_backoff(rule.backoff, fail.jitter);
        values.text("error", storable(fail.error));
        return "step_fail";
    }
    const char* operator()(const Advance& advance) const
    {
        if (advance.from)
            values.text("from", advance.from->str());
        else
            values.doc("from", Bson().flag("$exists", true));
        values.text("to", advance.to.str());
        values.text("desired_state", advance.desired ? word(*advance.desired) : "$desired_state");
        return "step_advance";
    }
    void add_backoff(BackoffPolicy policy, double jitter) const
    {
        values.whole("timeout", bounded_us(rule.lock_timeout));
        values.doc("jitter", Bson().real("$literal", std::clamp(jitter, 0.0, 1.0)));
        values.doc("wait", link.filled(policy == BackoffPolicy::progressive ? "wait_progressive" : "wait_exponential", values));
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

StepAnswer answer_of(const TaskStep& step, const std::string& mark, const Bson& doc, TaskRow row)
{
    StepAnswer out;
    if (has_mark(doc.view(), mark)) {
        out.result = StepResult::done;
        if (needs_rule(step))
            out.wait = Duration{doc["last_wait"].integer()};
    } else if (row.owner != step.owner.str()) {
        out.result = StepResult::not_owner;
    } else {
        out.result = StepResult::stale; // the token, or the phase that it was to advance from
    }
    out.row = std::move(row);
    return out;
}

} // namespace

Answer<std::vector<StepAnswer>> MongoTasks::apply(std::span<const TaskStep> steps)
{
    if (auto failed = m_link.begin_write("apply"))
        return *failed;
    if (auto failed = refresh_rules())
        return *failed;
    std::vector<StepAnswer> out;
    std::optional<TimePoint> now;
    for (std::size_t begin = 0; begin < steps.size(); begin += most_in_one_command) {
        const auto some = steps.subspan(begin, std::min(most_in_one_command, steps.size() - begin));
        const auto ids = ids_of(some);
        // The wait of a relock depends on the rule, and the rule on the phase, which stays while owner and token do.
        std::map<std::string, TaskRule> rules;
        if (std::any_of(some.begin(), some.end(), needs_rule)) {
            auto before = named(ids);
            if (!before)
                return before.failure();
            for (const Bson& doc : *before)
                rules[id_text(doc["_id"])] = m_rules.of(doc["kind"].str(), doc["phase"].str());
        }
        std::vector<std::string> marks;
        Bson updates;
        for (const TaskStep& step : some) {
            Values v;
            marks.push_back(make_mark());
            v.text("id", step.id.str()).text("owner", step.owner.str()).whole("token", step.token.number()).text("mark", marks.back());
            const char* name = std::visit(StepText{m_link, rules[step.id.str()], v}, step.what);
            updates.doc(std::to_string(marks.size() - 1), m_link.filled(name, v));
        }
        auto done = m_link.write("apply", Values().array("updates", std::move(updates)));
        if (!done)
            return done.failure();
        auto meta = m_link.look();
        if (!meta)
            return in_doubt_after(meta.failure());
        now = meta->now;
        auto after = named(ids);
        if (!after)
            return in_doubt_after(after.failure());
        std::map<std::string, const Bson*> by_id;
        for (const Bson& doc : *after)
            by_id[id_text(doc["_id"])] = &doc;
        for (std::size_t i = 0; i < some.size(); ++i) {
            const auto found = by_id.find(some[i].id.str());
            if (found == by_id.end()) {
                out.push_back({});
                continue;
            }
            const Bson& doc = *found->second;
            out.push_back(answer_of(some[i], marks[i], doc, task_row(doc.view(), m_rules)));
        }
    }
    return {std::move(out), now};
}

} // namespace lockdesk::mongodb
