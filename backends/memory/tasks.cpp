// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/row_order.h"
#include "backends/engine/rules/task_rules.h"
#include "backends/engine/text/audit_rows.h"
#include "backends/engine/text/json_text.h"
#include "backends/memory/claims.h"
#include "backends/memory/database.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>

namespace lockdesk::memory {

namespace {

template <class Request> std::string text_of(const char* verb, const Request& r, std::optional<Duration> wait)
{
    JsonText args;
    args.text("id", r.id.str()).text("if_owner", r.if_owner).number("if_token", r.if_token.number());
    if (wait)
        args.span("wait", *wait);
    args.text("reason", r.reason).text("who", r.who).json("seen", evidence_json(r.seen));
    return verb + (" " + args.str());
}

std::string call_text(const ForcedRelock& r) { return text_of("relock_forced", r, r.wait); }
std::string call_text(const TaskRemoval& r) { return text_of("remove", r, std::nullopt); }

PhaseCount count(const Space& s, const TaskClass& of, const TaskOrder& order, std::int64_t cap, TimePoint now)
{
    PhaseCount c;
    c.kind = of.first;
    c.phase = of.second;
    const auto rule = s.rule(of.first, of.second);
    std::int64_t seen = 0;
    for (const TaskKey& key : order) {
        if (seen++ == cap) {
            c.capped = true;
            break;
        }
        TaskRow row = s.tasks.at(std::string(key.id)).row;
        row.lock_timeout = rule.lock_timeout;
        switch (task_state(row, now)) {
        case TaskState::held: ++c.held; break;
        case TaskState::waiting: ++c.waiting; break;
        case TaskState::due: ++c.due; break;
        case TaskState::expired: ++c.expired; break;
        }
        c.failed += row.failures >= rule.max_failures ? 1 : 0;
    }
    task_rules::count_done(c, rule);
    return c;
}

class MemoryTasks final : public Tasks, public OrderedList<TaskRow>
{
public:
    explicit MemoryTasks(Context& context) : m_context(context) {}

    Answer<AddedTasks> add(std::span<const NewTask> tasks) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            AddedTasks answer;
            for (const NewTask& task : tasks) {
                TaskRow row;
                row.id = task.id.str();
                row.kind = task.kind.str();
                row.phase = task.phase.str();
                row.desired_state = task.desired_state;
                row.payload = task.payload;
                row.updated_at = now;
                row.created_at = now;
                const bool is_new = s.add_task(std::move(row)) != nullptr;
                answer.added.push_back(is_new);
                answer.count += is_new ? 1 : 0;
            }
            return answer;
        });
    }

    Answer<std::vector<TaskRow>> claim(const ClaimRequest& request) override
    {
        if (request.strategy == ClaimStrategy::version || request.strategy == ClaimStrategy::none)
            return claim_in_two(request);
        return m_context.write([&](Space& s, TimePoint now) {
            if (auto before = taken_before(s, request))
                return std::move(*before);
            return take_all(s, now, request, pick_due(s, now, request));
        });
    }

    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            std::vector<StepAnswer> answers;
            for (const TaskStep& step : steps)
                answers.push_back(apply_one(s, now, step));
            return answers;
        });
    }

    Answer<StepAnswer> relock_forced(const ForcedRelock& r) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            StepAnswer answer;
            const auto it = s.tasks.find(r.id.str());
            if (it != s.tasks.end()) {
                TaskRecord& task = it->second;
                answer.result = StepResult::changed;
                if (task_rules::is_the_shown(task.row, r)) {
                    const auto rule = s.rule(task.row.kind, task.row.phase);
                    s.change_task(task, [&](TaskRow& row) { task_rules::relock(row, r, rule, now); });
                    answer.result = StepResult::done;
                    answer.wait = r.wait;
                }
                answer.row = shown(s, task);
            }
            audit(s, r, word(answer.result), now);
            return answer;
        });
    }

    Answer<std::vector<std::string>> preview_relock_forced(const ForcedRelock& r) override
    {
        return m_context.read([&](Space&, TimePoint) { return std::vector<std::string>{call_text(r)}; });
    }

    Answer<StepAnswer> remove(const TaskRemoval& r) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            StepAnswer answer;
            if (const auto it = s.tasks.find(r.id.str()); it != s.tasks.end()) {
                const bool same = task_rules::is_the_shown(it->second.row, r);
                answer.result = same ? StepResult::done : StepResult::changed;
                answer.row = shown(s, it->second);
                if (same)
                    s.remove_task(r.id.str());
            }
            audit(s, r, word(answer.result), now);
            return answer;
        });
    }

    Answer<std::vector<std::string>> preview_remove(const TaskRemoval& r) override
    {
        return m_context.read([&](Space&, TimePoint) { return std::vector<std::string>{call_text(r)}; });
    }

    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            std::vector<std::string> ended;
            for (const auto& [of, rule] : s.rules) {
                const auto order = s.order.find(of);
                if (!rule.is_final() || order == s.order.end())
                    continue;
                for (const TaskKey& key : order->second) {
                    if (static_cast<std::int64_t>(ended.size()) == limit)
                        break;
                    if (task_rules::is_collected(s.tasks.at(std::string(key.id)).row, rule, older_than, now))
                        ended.emplace_back(key.id);
                }
            }
            for (const auto& id : ended)
                s.remove_task(id);
            return static_cast<std::int64_t>(ended.size());
        });
    }

    Answer<std::optional<TaskRow>> find(const TaskId& id) override
    {
        return m_context.read([&](Space& s, TimePoint) {
            const auto it = s.tasks.find(id.str());
            return it == s.tasks.end() ? std::nullopt : std::optional(shown(s, it->second));
        });
    }

    Answer<Page<TaskRow>> list(const ListRequest& request) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            Collector<TaskRow> rows(request, now);
            const auto kind = demanded(request.filter, "kind");
            const auto phase = demanded(request.filter, "phase");
            if (const auto id = demanded(request.filter, "id")) {
                if (const auto it = s.tasks.find(*id); it != s.tasks.end())
                    rows.offer(shown(s, it->second));
            } else if (kind && phase) {
                const auto order = s.order.find({*kind, *phase});
                if (order != s.order.end())
                    for (const TaskKey& key : order->second)
                        if (!rows.offer(shown(s, s.tasks.at(std::string(key.id)))))
                            break;
            } else {
                for (const auto& [key, task] : s.tasks)
                    if (!rows.offer(shown(s, task)))
                        break;
            }
            return rows.page(s.tasks.size());
        });
    }

    [[nodiscard]] std::span<const std::string_view> order_columns() const override
    {
        return order_columns_of(static_cast<const TaskRow*>(nullptr));
    }

    Answer<OrderedPage<TaskRow>> list_ordered(const OrderedRequest& request) override
    {
        if (auto wrong = check_order(order_columns(), request))
            return *wrong;
        return m_context.read([&](Space& s, TimePoint now) {
            const ListRequest all{request.filter, std::numeric_limits<std::size_t>::max()};
            Collector<TaskRow> rows(all, now);
            for (const auto& [key, task] : s.tasks)
                rows.offer(shown(s, task));
            return page_in_order(rows.page(0).rows, request);
        });
    }

    Answer<TaskRule> set_rule(const TaskRule& rule) override
    {
        return m_context.write([&](Space& s, TimePoint) {
            s.rules[{rule.kind, rule.phase}] = rule;
            return rule;
        });
    }

    Answer<std::vector<TaskRule>> rules() override
    {
        return m_context.read([&](Space& s, TimePoint) {
            std::vector<TaskRule> all;
            for (const auto& [of, rule] : s.rules)
                all.push_back(rule);
            return all;
        });
    }

    Answer<std::vector<PhaseCount>> counts(std::int64_t cap) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            std::vector<PhaseCount> all;
            for (const auto& [of, order] : s.order)
                all.push_back(count(s, of, order, cap, now));
            return all;
        });
    }

private:
    static std::optional<std::vector<TaskRow>> taken_before(const Space& s, const ClaimRequest& request)
    {
        const auto it = s.claims.find(request.claim.str());
        if (!request.asking_again || it == s.claims.end())
            return std::nullopt;
        std::vector<TaskRow> rows;
        for (const auto id : it->second) {
            const TaskRecord& task = s.tasks.at(std::string(id));
            if (task.row.owner == request.owner.str())
                rows.push_back(shown(s, task));
        }
        std::sort(rows.begin(), rows.end(), [](const TaskRow& a, const TaskRow& b) {
            return std::tie(a.locked_at, a.updated_at, a.id) < std::tie(b.locked_at, b.updated_at, b.id);
        });
        return rows;
    }

    static std::vector<TaskRow> take_all(Space& s, TimePoint now, const ClaimRequest& request,
                                         const std::vector<Picked>& picked)
    {
        std::vector<TaskRow> rows;
        for (const Picked& p : picked) {
            TaskRecord& task = s.tasks.at(p.id);
            take(s, now, request, task);
            rows.push_back(shown(s, task));
        }
        return rows;
    }

    // Reads, then writes, with a gap between. `version` checks again before it writes, and retries; `none` does not check.
    Answer<std::vector<TaskRow>> claim_in_two(const ClaimRequest& request)
    {
        constexpr int max_rounds = 16;
        std::vector<TaskRow> taken;
        for (int round = 0; round < max_rounds; ++round) {
            std::optional<std::vector<TaskRow>> before;
            auto picked = m_context.write([&](Space& s, TimePoint now) {
                before = taken_before(s, request);
                return before ? std::vector<Picked>{} : pick_due(s, now, request);
            });
            if (!picked)
                return picked.failure();
            if (before)
                return Answer<std::vector<TaskRow>>(std::move(*before), picked.store_time());
            if (picked->empty())
                return Answer<std::vector<TaskRow>>(std::vector<TaskRow>{}, picked.store_time());
            if (m_context.db().setup.between)
                m_context.db().setup.between(word(request.strategy));
            auto rows = m_context.write([&](Space& s, TimePoint now) {
                std::erase_if(*picked, [&](const Picked& p) {
                    const auto it = s.tasks.find(p.id);
                    return it == s.tasks.end()
                           || (request.strategy == ClaimStrategy::version && it->second.row.token != p.token);
                });
                return take_all(s, now, request, *picked);
            });
            if (!rows || !rows->empty())
                return rows;
        }
        return taken;
    }

    static StepAnswer apply_one(Space& s, TimePoint now, const TaskStep& step)
    {
        StepAnswer answer;
        const auto it = s.tasks.find(step.id.str());
        if (it == s.tasks.end())
            return answer;
        TaskRecord& task = it->second;
        answer.result = task_rules::result_of(task.row, step);
        if (answer.result == StepResult::done) {
            const auto rule = s.rule(task.row.kind, task.row.phase);
            s.change_task(task, [&](TaskRow& row) { answer.wait = task_rules::apply(row, step, rule, now); });
        }
        answer.row = shown(s, task);
        return answer;
    }

    template <class Request> static void audit(Space& s, const Request& r, const char* result, TimePoint now)
    {
        AuditRow row = audit_row(r, result);
        row.command = call_text(r);
        s.write_audit(std::move(row), now);
    }

    Context& m_context;
};

} // namespace

std::unique_ptr<Tasks> make_tasks(Context& context) { return std::make_unique<MemoryTasks>(context); }

} // namespace lockdesk::memory
