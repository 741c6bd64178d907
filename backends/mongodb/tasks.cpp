// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/task_rules.h"
#include "backends/engine/text/audit_rows.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/mongodb/audit.h"
#include "backends/mongodb/concerns.h"
#include "backends/mongodb/listing.h"
#include "backends/mongodb/spans.h"
#include "backends/mongodb/task_claims.h"
#include "backends/mongodb/token_ground.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string_view>

namespace lockdesk::mongodb {

namespace {

constexpr std::size_t most_tasks_in_one_command = 1000;

class MongoTasks final : public Tasks, public OrderedList<TaskRow>
{
public:
    explicit MongoTasks(Link& link) : m_link(link), m_table(link), m_claims(m_table) {}

    Answer<AddedTasks> add(std::span<const NewTask> tasks) override
    {
        if (auto failed = m_link.begin_write("task_add", Schema::fresh))
            return *failed;
        AddedTasks out;
        out.added.resize(tasks.size());
        for (std::size_t begin = 0; begin < tasks.size(); begin += most_tasks_in_one_command) {
            m_link.begin_call();
            const auto some = tasks.subspan(begin, std::min(tasks.size() - begin, most_tasks_in_one_command));
            const auto tokens = first_tokens(some);
            if (!tokens)
                return tokens.failure();
            Bson updates;
            for (std::size_t i = begin; i < begin + some.size(); ++i) {
                const NewTask& task = tasks[i];
                Values v;
                const auto fence = tokens->fences.find(task.id.str());
                v.whole("token", std::max(tokens->base, fence == tokens->fences.end() ? 0 : fence->second));
                v.text("id", task.id.str()).text("kind", task.kind.str()).text("phase", task.phase.str());
                v.text("desired_state", word(task.desired_state)).text("payload", task.payload);
                updates.doc(std::to_string(i - begin), m_link.filled("task_add_one", v));
            }
            auto reply = m_link.write("task_add", Values().array("updates", std::move(updates)));
            if (!reply)
                return reply.failure();
            for (const View& one : (*reply)["upserted"].items()) {
                out.added[begin + static_cast<std::size_t>(one["index"].integer())] = true;
                ++out.count;
            }
        }
        return {std::move(out), m_link.looked_now()};
    }

    Answer<std::vector<TaskRow>> claim(const ClaimRequest& request) override { return m_claims.claim(request); }
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override { return apply_steps(m_table, steps); }

    Answer<StepAnswer> relock_forced(const ForcedRelock& request) override
    {
        if (auto failed = m_link.begin_write("task_relock_forced", Schema::fresh))
            return *failed;
        auto row = m_table.read(request.id);
        if (!row)
            return row.failure();
        const std::vector<Bson> commands{
            m_link.filled("task_relock_forced", relock_values(request, *row)),
            m_link.filled("audit_write", audit_values(audit_row(request, word(StepResult::done))))};
        StepAnswer out;
        std::optional<TimePoint> now;
        const auto failed = m_link.together("task_relock_forced", commands, [&](std::size_t i, const Bson& reply) {
            if (i > 0)
                return true;
            out = {};
            const View doc = reply["value"];
            if (!doc.is_document())
                return false;
            out.result = StepResult::done;
            out.wait = request.wait;
            out.row = task_row(doc, m_table.rules(), Raw::with);
            now = doc["at"].time();
            return true;
        });
        if (failed)
            return *failed;
        if (out.result == StepResult::done)
            return {std::move(out), now};
        auto as_it_is = m_table.read(request.id);
        if (!as_it_is)
            return as_it_is.failure();
        out.row = std::move(*as_it_is);
        out.result = out.row ? StepResult::changed : StepResult::missing;
        if (auto written = m_link.write("audit_write", audit_values(audit_row(request, word(out.result)))); !written)
            return written.failure();
        return {std::move(out), as_it_is.store_time()};
    }

    Answer<std::vector<std::string>> preview_relock_forced(const ForcedRelock& request) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        auto row = m_table.read(request.id);
        if (!row)
            return row.failure();
        return {{m_link.shown("task_relock_forced", relock_values(request, *row)),
                 m_link.shown("audit_write", audit_values(audit_row(request, word(StepResult::done))))},
                row.store_time()};
    }

    Answer<StepAnswer> remove(const TaskRemoval& request) override { return remove_task(m_table, request); }
    Answer<std::vector<std::string>> preview_remove(const TaskRemoval& request) override
    {
        return preview_removal(m_table, request);
    }
    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        return collect_tasks(m_table, older_than, limit);
    }

    Answer<std::optional<TaskRow>> find(const TaskId& id) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        return m_table.read(id);
    }

    Answer<Page<TaskRow>> list(const ListRequest& request) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        if (auto failed = m_table.refresh_rules())
            return *failed;
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        Query query{filter_of(request.filter), {}, is_scanned(request.filter, texts, "failed")};
        if (query.filter["kind"].present() && query.filter["phase"].present())
            query.sort.whole("locked_at", 1).whole("updated_at", 1);
        query.sort.whole("_id", 1);
        return list_rows<TaskRow>(m_link, "tasks", query, request, meta->now,
                                  [&](View doc) { return task_row(doc, m_table.rules()); });
    }

    [[nodiscard]] std::span<const std::string_view> order_columns() const override
    {
        static constexpr std::array<std::string_view, 1> key{"id"};
        return key;
    }

    Answer<OrderedPage<TaskRow>> list_ordered(const OrderedRequest& request) override
    {
        if (auto wrong = check_order(order_columns(), request))
            return *wrong;
        if (auto failed = m_link.begin_read())
            return *failed;
        if (auto failed = m_table.refresh_rules())
            return *failed;
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        const auto query = query_in_order(filter_of(request.filter), request);
        return list_in_order<TaskRow>(m_link, "tasks", query, request, meta->now,
                                      [&](View doc) { return task_row(doc, m_table.rules()); });
    }

    Answer<TaskRule> set_rule(const TaskRule& rule) override
    {
        if (auto failed = m_link.begin_write("task_rule_set", Schema::fresh))
            return *failed;
        Values v;
        v.text("kind", rule.kind).text("phase", rule.phase).whole("timeout", bounded_us(rule.lock_timeout));
        v.text("backoff", word(rule.backoff)).whole("max_failures", rule.max_failures);
        if (auto written = m_link.write("task_rule_set", v); !written)
            return written.failure();
        m_table.forget_rules();
        return {rule, m_link.looked_now()};
    }

    Answer<std::vector<TaskRule>> rules() override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        m_table.forget_rules();
        if (auto failed = m_table.refresh_rules())
            return *failed;
        return {m_table.rules().all(), meta->now};
    }

    Answer<std::vector<PhaseCount>> counts(std::int64_t cap) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        if (auto failed = m_table.refresh_rules())
            return *failed;
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        std::vector<PhaseCount> out;
        Values at;
        at.text("kind", "").text("phase", "");
        for (;;) {
            auto next = m_link.read("task_counts_next", at);
            if (!next)
                return next.failure();
            const View doc = (*next)["cursor"]["firstBatch"]["0"];
            if (!doc.present())
                return {std::move(out), meta->now};
            PhaseCount c{doc["kind"].str(), doc["phase"].str()};
            at = {};
            at.text("kind", c.kind).text("phase", c.phase).whole("limit", cap + 1);
            std::int64_t seen = 0;
            const TaskRule rule = m_table.rules().of(c.kind, c.phase);
            if (auto failed = m_link.each("task_counts", at, [&](View one) {
                    if (seen++ == cap) {
                        c.capped = true;
                        return false;
                    }
                    TaskRow row;
                    row.owner = one["owner"].str();
                    row.locked_at = time_from_us(one["locked_at"].integer());
                    row.lock_timeout = rule.lock_timeout;
                    switch (task_state(row, meta->now)) {
                    case TaskState::held: ++c.held; break;
                    case TaskState::waiting: ++c.waiting; break;
                    case TaskState::due: ++c.due; break;
                    case TaskState::expired: ++c.expired; break;
                    }
                    c.failed += one["failures"].integer() >= rule.max_failures ? 1 : 0;
                    return true;
                }))
                return *failed;
            task_rules::count_done(c, rule);
            out.push_back(std::move(c));
        }
    }

private:
    inline static const KeyedFields texts{{"_id", "id"}, {"_id", "name"}, {"owner", "owner"}, {"kind", "kind"}, {"phase", "phase"}};

    static Bson filter_of(const Filter& wanted)
    {
        Bson filter;
        demand(filter, "_id", wanted, {"id", "name"});
        demand(filter, "claim_id", wanted, {"claim"});
        demand(filter, "kind", wanted, {"kind"});
        demand(filter, "phase", wanted, {"phase"});
        demand(filter, "owner", wanted, {"owner"});
        demand_text(filter, wanted, texts);
        // Few of very many: otherwise all of them would travel.
        if (const std::string* state = demanded(wanted, "state"); state != nullptr && *state == "failed") {
            filter.doc("failures", Bson().whole("$gt", 0));
            filter.doc("locked_at", Bson().whole("$gte", to_us(end_of_time)));
        }
        return filter;
    }

    struct FirstTokens
    {
        std::int64_t base = 0;
        std::map<std::string, std::int64_t> fences; ///< task id -> largest token that its fence admitted
    };

    // The first claim's token is above the base, the floor and the fence of that name, like the first grant of a lock.
    Answer<FirstTokens> first_tokens(std::span<const NewTask> tasks)
    {
        Bson ids;
        for (const NewTask& task : tasks)
            ids.push(task.id.str());
        const Bson fences = Bson().push(m_link.lookup("fences", Bson().doc("_id", Bson().array("$in", ids)), "fences"));
        const auto meta = m_link.look(&fences);
        if (!meta)
            return meta.failure();
        FirstTokens out;
        const auto ground = token_ground(m_link, *meta, "task_add");
        if (!ground)
            return ground.failure();
        out.base = *ground;
        for (const View& fence : meta->doc["fences"].items())
            out.fences[id_text(fence["_id"])] = fence["largest"].integer();
        return out;
    }

    Values relock_values(const ForcedRelock& r, const std::optional<TaskRow>& row)
    {
        const auto timeout = row ? row->lock_timeout : TaskRule{}.lock_timeout;
        Values v;
        v.text("id", r.id.str()).whole("token", r.if_token.number()).whole("next_token", r.if_token.next().number());
        v.whole("wait", bounded_us(r.wait)).whole("timeout", bounded_us(timeout));
        add_shown_owner(v, r.if_owner);
        return v;
    }

    Link& m_link;
    TaskTable m_table;
    TaskClaims m_claims;
};

} // namespace

std::unique_ptr<Tasks> make_tasks(Link& link) { return std::make_unique<MongoTasks>(link); }

} // namespace lockdesk::mongodb
