// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The end of a task: an operator's removal, and the collection of those that are done. A tombstone and the floor precede the
// removal, as for locks: a later task of that id starts above the floor. Neither harms a task that stays.
#include "backends/engine/rules/task_rules.h"
#include "backends/engine/text/audit_rows.h"
#include "backends/mongodb/audit.h"
#include "backends/mongodb/listing.h"
#include "backends/mongodb/removals.h"
#include "backends/mongodb/spans.h"
#include "backends/mongodb/task_table.h"

#include <algorithm>

namespace lockdesk::mongodb {

namespace {

Values removal_values(const TaskRemoval& r)
{
    Values v;
    v.text("id", r.id.str()).whole("token", r.if_token.number());
    add_shown_owner(v, r.if_owner);
    return v;
}

std::vector<Bson> removal_commands(const Link& link, const TaskRemoval& request)
{
    std::vector<Bson> out;
    out.push_back(link.filled("lock_collect_floor", Values().whole("token", request.if_token.number())));
    out.push_back(link.filled("task_remove", removal_values(request)));
    out.push_back(link.filled("audit_write", audit_values(audit_row(request, word(StepResult::done)))));
    return out;
}

std::optional<Failure> remove_shown(TaskTable& table, const TaskRemoval& request, StepAnswer& out)
{
    const std::string key = request.id.str();
    if (auto failed = mark_removed(table.link(), Entity::task, {&key, 1}))
        return failed;
    return table.link().together("task_remove", removal_commands(table.link(), request),
                                 [&](std::size_t i, const Bson& reply) {
                                     if (i != 1)
                                         return true;
                                     const View doc = reply["value"];
                                     out = {};
                                     if (!doc.is_document())
                                         return false;
                                     out.result = StepResult::done;
                                     out.row = task_row(doc, table.rules(), Raw::with);
                                     return true;
                                 });
}

Answer<std::int64_t> collect_phase(Link& link, const TaskRule& rule, const Bson& locked_at, TimePoint before,
                                   std::int64_t limit)
{
    std::vector<std::string> keys;
    Bson deletes;
    std::int64_t largest = 0;
    Values ended;
    ended.text("kind", rule.kind).text("phase", rule.phase).doc("locked_at", Bson(locked_at));
    ended.whole("before", to_us(before)).whole("limit", limit);
    if (auto failed = link.each("task_ended", ended, [&](View doc) {
            keys.push_back(id_text(doc["_id"]));
            largest = std::max(largest, doc["token"].integer());
            Bson same;
            for (const char* field : {"_id", "token", "locked_at"})
                doc[field].append_to(same.get(), field);
            deletes.push(Bson().doc("q", same.doc("owner", nobody())).whole("limit", 1));
            return static_cast<std::int64_t>(keys.size()) < limit;
        }))
        return *failed;
    if (keys.empty())
        return 0;
    if (auto failed = mark_removed(link, Entity::task, keys))
        return *failed;
    if (auto raised = link.write("lock_collect_floor", Values().whole("token", largest)); !raised)
        return raised.failure();
    auto gone =
        link.run("task_collect", Bson().text("delete", link.collection("tasks")).array("deletes", deletes), Effect::writes);
    if (!gone)
        return gone.failure();
    return (*gone)["n"].integer();
}

} // namespace

Answer<std::vector<std::string>> preview_removal(TaskTable& table, const TaskRemoval& request)
{
    if (auto failed = table.link().begin_read())
        return *failed;
    auto meta = table.link().look();
    if (!meta)
        return meta.failure();
    return {{table.link().shown("lock_collect_floor", Values().whole("token", request.if_token.number())),
             table.link().shown("task_remove", removal_values(request)),
             table.link().shown("audit_write", audit_values(audit_row(request, word(StepResult::done))))},
            meta->now};
}

Answer<StepAnswer> remove_task(TaskTable& table, const TaskRemoval& request)
{
    if (auto failed = table.link().begin_write("task_remove", Schema::fresh))
        return *failed;
    auto row = table.read(request.id);
    if (!row)
        return row.failure();
    StepAnswer out;
    // Another one is not removed, whatever it becomes meanwhile: tokens only grow.
    if (*row && task_rules::is_the_shown(**row, request))
        if (auto failed = remove_shown(table, request, out))
            return *failed;
    if (out.result == StepResult::done)
        return {std::move(out), row.store_time()};
    auto as_it_is = table.read(request.id);
    if (!as_it_is)
        return as_it_is.failure();
    out.row = std::move(*as_it_is);
    out.result = out.row ? StepResult::changed : StepResult::missing;
    if (auto written = table.link().write("audit_write", audit_values(audit_row(request, word(out.result)))); !written)
        return written.failure();
    return {std::move(out), as_it_is.store_time()};
}

Answer<std::int64_t> collect_tasks(TaskTable& table, Duration older_than, std::int64_t limit)
{
    if (auto failed = table.link().begin_write("task_collect", Schema::fresh))
        return *failed;
    table.forget_rules();
    if (auto failed = table.refresh_rules())
        return *failed;
    auto meta = table.link().look();
    if (!meta)
        return meta.failure();
    const auto before = meta->now - Duration{bounded_us(older_than)};
    const Bson unlocked = Bson().whole("$eq", 0);
    const Bson relocked = Bson().whole("$gt", 0).whole("$lt", to_us(before)); // before the phase was final
    std::int64_t gone = 0;
    for (const TaskRule& rule : table.rules().all())
        for (const Bson* locked_at : {&unlocked, &relocked}) {
            if (!rule.is_final() || gone >= limit)
                continue;
            const auto some = collect_phase(table.link(), rule, *locked_at, before, limit - gone);
            if (!some)
                return some.failure();
            gone += *some;
        }
    return {gone, meta->now};
}

} // namespace lockdesk::mongodb
