// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/task_rules.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/redis/concerns.h"
#include "backends/redis/decode.h"
#include "backends/redis/fetch.h"
#include "backends/redis/lists.h"
#include "backends/redis/spans.h"
#include "backends/redis/sweep.h"
#include "backends/redis/task_claims.h"
#include "backends/redis/task_steps.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace lockdesk::redis {

namespace {

std::vector<std::string> relock_arguments(const ForcedRelock& r)
{
    return {r.id.str(),
            r.if_owner,
            std::to_string(r.if_token.number()),
            std::to_string(bounded_us(r.wait)),
            r.reason,
            r.who,
            evidence_json(r.seen),
            command_line(r)};
}

std::vector<std::string> removal_arguments(const TaskRemoval& r)
{
    return {r.id.str(),     r.if_owner, std::to_string(r.if_token.number()), r.reason, r.who, evidence_json(r.seen),
            command_line(r)};
}

// The answer of a forced step: its result, the fields and the rule.
StepAnswer forced_answer(const TaskId& id, const Reply& r)
{
    StepAnswer out;
    const auto code = r[1].integer();
    out.result = code == 0 ? StepResult::done : code == 1 ? StepResult::changed : StepResult::missing;
    if (r[2].is_array())
        out.row = task_row(id.str(), r[2], rule_of_values(r[2], r[3]), Raw::with);
    return out;
}

class RedisTasks final : public Tasks
{
public:
    explicit RedisTasks(Link& link) : m_link(link) {}

    Answer<AddedTasks> add(std::span<const NewTask> tasks) override
    {
        Wire& wire = m_link.call(scripts().task_add);
        for (const NewTask& task : tasks)
            wire.add(task.id.str())
                .add(task.kind.str())
                .add(task.phase.str())
                .add(word(task.desired_state))
                .add(task.payload);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        AddedTasks out;
        for (const char c : (*answer)[1].text()) {
            out.added.push_back(c == '1');
            out.count += c == '1' ? 1 : 0;
        }
        return {std::move(out), answer->now};
    }

    Answer<std::vector<TaskRow>> claim(const ClaimRequest& request) override { return claim_tasks(m_link, request); }
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override { return apply_steps(m_link, steps); }

    Answer<StepAnswer> relock_forced(const ForcedRelock& request) override
    {
        auto answer = m_link.run(scripts().task_relock_forced, relock_arguments(request));
        if (!answer)
            return answer.failure();
        StepAnswer out = forced_answer(request.id, *answer);
        if (out.result == StepResult::done)
            out.wait = request.wait;
        return {std::move(out), answer->now};
    }

    Answer<std::vector<std::string>> preview_relock_forced(const ForcedRelock& request) override
    {
        return std::vector<std::string>{m_link.shown(scripts().task_relock_forced, relock_arguments(request))};
    }

    Answer<StepAnswer> remove(const TaskRemoval& request) override
    {
        auto answer = m_link.run(scripts().task_remove, removal_arguments(request));
        if (!answer)
            return answer.failure();
        return {forced_answer(request.id, *answer), answer->now};
    }

    Answer<std::vector<std::string>> preview_remove(const TaskRemoval& request) override
    {
        return std::vector<std::string>{m_link.shown(scripts().task_remove, removal_arguments(request))};
    }

    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        return collect_rows(m_link, scripts().task_collect, older_than, limit);
    }

    Answer<std::optional<TaskRow>> find(const TaskId& id) override
    {
        m_link.call(scripts().named).add("task").add(id.str());
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        std::optional<TaskRow> out;
        if ((*answer)[3].size() == 1)
            out = task_row((*answer)[3][0][0].str(), (*answer)[3][0][1], Rules((*answer)[4]), Raw::with);
        return {std::move(out), answer->now};
    }

    Answer<Page<TaskRow>> list(const ListRequest& request) override
    {
        std::vector<std::string> ids;
        const std::string* id = demanded(request.filter, "id");
        if (id == nullptr)
            id = demanded(request.filter, "name");
        if (id != nullptr) {
            ids.push_back(*id);
        } else if (const std::string* claim = demanded(request.filter, "claim"); claim != nullptr && !claim->empty()) {
            m_link.call(scripts().task_by_claim).add(*claim);
            auto answer = m_link.run();
            if (!answer)
                return answer.failure();
            ids = texts_of((*answer)[1]);
            std::sort(ids.begin(), ids.end());
        } else {
            return list_phases(request);
        }
        Wire& wire = m_link.call(scripts().named).add("task");
        for (const std::string& one : ids)
            wire.add(one);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        const Rules rules((*answer)[4]);
        auto collector = collector_of<TaskRow>(request);
        for (std::size_t i = 0; i < (*answer)[3].size(); ++i)
            collector.offer(task_row((*answer)[3][i][0].str(), (*answer)[3][i][1], rules), answer->now);
        return {collector.page(static_cast<std::int64_t>(ids.size())), answer->now};
    }

    Answer<TaskRule> set_rule(const TaskRule& rule) override
    {
        TaskRule stored = rule;
        stored.lock_timeout = Duration{bounded_us(rule.lock_timeout)};
        m_link.call(scripts().task_rule_set).add(rule.kind).add(rule.phase).add(rule_text(stored));
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        return {std::move(stored), answer->now};
    }

    Answer<std::vector<TaskRule>> rules() override
    {
        m_link.call(scripts().task_rules);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        return {Rules((*answer)[1]).all(), answer->now};
    }

    Answer<std::vector<PhaseCount>> counts(std::int64_t) override
    {
        m_link.call(scripts().task_counts);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        std::vector<PhaseCount> out;
        for (std::size_t i = 1; i < answer->size(); ++i) {
            const View row = (*answer)[i];
            PhaseCount count;
            std::tie(count.kind, count.phase) = unpacked(row[0].text());
            count.held = row[1].integer();
            count.waiting = row[2].integer();
            count.due = row[3].integer();
            count.expired = row[4].integer();
            count.failed = row[5].integer();
            TaskRule rule;
            rule.lock_timeout = Duration{row[6].integer()};
            task_rules::count_done(count, rule);
            out.push_back(std::move(count));
        }
        std::sort(out.begin(), out.end(), [](const PhaseCount& a, const PhaseCount& b) {
            return std::tie(a.kind, a.phase) < std::tie(b.kind, b.phase);
        });
        return {std::move(out), answer->now};
    }

private:
    // Reads phase by phase in claim order, so that a truncated list contains the due tasks; sorted by id, as on every store.
    Answer<Page<TaskRow>> list_phases(const ListRequest& request)
    {
        m_link.call(scripts().task_phases);
        auto known = m_link.run();
        if (!known)
            return known.failure();
        std::vector<std::pair<std::string, std::string>> phases;
        const std::string* kind = demanded(request.filter, "kind");
        const std::string* phase = demanded(request.filter, "phase");
        for (std::size_t i = 0; i < (*known)[1].size(); ++i) {
            auto one = unpacked((*known)[1][i].text());
            if ((kind == nullptr || *kind == one.first) && (phase == nullptr || *phase == one.second))
                phases.push_back(std::move(one));
        }
        std::sort(phases.begin(), phases.end());

        m_link.call(scripts().task_rules);
        const auto reply = m_link.run();
        if (!reply)
            return reply.failure();
        const Rules rules((*reply)[1]);
        const TimePoint now = reply->now;
        auto collector = collector_of<TaskRow>(request);
        std::set<std::string> shown; // a task may move to another phase between two pages
        const auto offer = [&](std::string one, View values) {
            if (!collector.full() && shown.insert(one).second)
                collector.offer(task_row(std::move(one), values, rules), now);
        };
        for (const auto& [one_kind, one_phase] : phases)
            if (!collector.full())
                if (auto failure = sweep_tasks(m_link, request.filter, one_kind, one_phase, offer, [&] { return collector.full(); }))
                    return *failure;
        std::sort(collector.rows().begin(), collector.rows().end(),
                  [](const TaskRow& a, const TaskRow& b) { return a.id < b.id; });
        return {collector.page((*known)[2].integer()), now};
    }

    Link& m_link;
};

} // namespace

std::unique_ptr<Tasks> make_tasks(Link& link) { return std::make_unique<RedisTasks>(link); }

} // namespace lockdesk::redis
