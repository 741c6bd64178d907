// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Fence, records, workers and audit: a few lines each.
#include "backends/mariadb/concerns.h"

#include "backends/engine/command_line.h"
#include "backends/engine/text.h"
#include "backends/mariadb/listing.h"
#include "backends/mariadb/rows.h"

namespace lockdesk::mariadb {

namespace {

Record record_in(const Result& r)
{
    Record record{std::string(r.text(0, 1)), std::string(r.text(0, 2)), std::string(r.text(0, 3)), VersionBy::integer};
    if (const auto by = parse_version_by(r.text(0, 4)))
        record.version_by = *by;
    return record;
}

} // namespace

Answer<FenceAnswer> MariaDbFence::admit(const Resource& resource, FencingToken token, const std::string& who)
{
    Values values;
    values.text("resource", resource.str()).number("token", token.number()).text("who", who);
    const auto answer = m_link.run("fence_admit", values, Effect::write);
    if (!answer)
        return answer.failure();
    const FenceAnswer out{answer->last().boolean(0, 1), FencingToken{answer->last().number(0, 2)},
                          answer->last().number(0, 3)};
    return {out, answer.store_time()};
}

Answer<std::optional<FenceAnswer>> MariaDbFence::find(const Resource& resource)
{
    Values values;
    values.text("resource", resource.str());
    const auto answer = m_link.run("fence_find", values, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->last().is_null(0, 1))
        return {std::optional<FenceAnswer>{}, answer.store_time()};
    return {std::optional(FenceAnswer{false, FencingToken{answer->last().number(0, 2)}, answer->last().number(0, 3)}),
            answer.store_time()};
}

Answer<Page<FenceRow>> MariaDbFence::list_refusals(const ListRequest& request)
{
    static const Listing<FenceRow> listing{"refusal_list",
                                           "refusals",
                                           "k.seq",
                                           "k.seq",
                                           true,
                                           {{"name", "k.resource"}, {"id", "k.resource"}, {"owner", "k.who"}},
                                           [](const Result& r, int row) { return refusal_row(r, row); },
                                           [](const Result& r, int row) { return std::to_string(r.number(row, 1)); }};
    return list_rows(m_link, listing, request);
}

Answer<Record> MariaDbRecords::put(const RecordId& id, const std::string& value, VersionBy version_by)
{
    Values values;
    values.text("id", id.str()).text("value", value).text("by", word(version_by));
    const auto answer = m_link.run("record_put", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {record_in(answer->last()), answer.store_time()};
}

Answer<FencedWrite> MariaDbRecords::put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                               const FencePass& pass)
{
    Values values;
    values.text("resource", pass.resource.str()).number("token", pass.token.number()).text("who", pass.who);
    values.text("id", id.str()).text("value", value).text("by", word(version_by));
    const auto answer = m_link.run("record_put_fenced", values, Effect::write);
    if (!answer)
        return answer.failure();
    const Result& r = answer->last();
    FencedWrite out{{r.boolean(0, 5), FencingToken{r.number(0, 6)}, r.number(0, 7)}, std::nullopt};
    if (out.fence.admitted)
        out.record = record_in(r);
    return {std::move(out), answer.store_time()};
}

Answer<std::optional<Record>> MariaDbRecords::get(const RecordId& id, bool bump)
{
    Values values;
    values.text("id", id.str());
    const auto answer =
        bump ? m_link.run("record_bump", values, Effect::write) : m_link.run("record_get", values, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->last().is_null(0, 1))
        return {std::optional<Record>{}, answer.store_time()};
    auto record = record_in(answer->last());
    if (bump && record.version_by == VersionBy::hash)
        return {usage_failure("a record whose version is the hash of its value cannot be bumped"), answer.store_time()};
    return {std::optional(std::move(record)), answer.store_time()};
}

Answer<RecordUpdate> MariaDbRecords::update_if_version(const RecordId& id, const std::string& version,
                                                       const std::string& value)
{
    Values values;
    values.text("id", id.str()).text("version", version).text("value", value);
    const auto answer = m_link.run("record_update", values, Effect::write);
    if (!answer)
        return answer.failure();
    const Result& r = answer->set(0);
    RecordUpdate out;
    out.updated = r.boolean(0, 5);
    if (r.rows() > 0)
        out.current = record_in(r);
    return {std::move(out), answer.store_time()};
}

Answer<WorkerControl> MariaDbWorkers::beat(const WorkerRow& row)
{
    Values values;
    values.text("id", row.id).text("host", row.host).number("pid", row.pid).text("role", row.role);
    values.text("kinds", row.kinds).text("state", row.state).text("doing", row.doing);
    values.time("doing_since", row.doing_since).time("lease_until", row.lease_until).number("period", row.period.count());
    const auto& c = row.counters;
    values.number("claims", c.claims).number("done", c.done).number("relocked", c.relocked).number("failed", c.failed);
    values.number("refused", c.refused).number("wait_p50", c.wait_p50_us).number("hold_p50", c.hold_p50_us);
    const auto answer = m_link.run("worker_beat", values, Effect::write);
    if (!answer)
        return answer.failure();
    WorkerControl control;
    for (const auto order : {WorkerOrder::run, WorkerOrder::pause, WorkerOrder::slow, WorkerOrder::stop})
        if (answer->last().text(0, 1) == word(order))
            control.order = order;
    control.slow_by = Duration{answer->last().number(0, 2)};
    return {control, answer.store_time()};
}

Answer<Done> MariaDbWorkers::leave(const WorkerId& id)
{
    Values values;
    values.text("id", id.str());
    const auto answer = m_link.run("worker_leave", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {Done{}, answer.store_time()};
}

Answer<std::optional<WorkerRow>> MariaDbWorkers::order(const WorkerCommand& command)
{
    const WorkerControl& control = command.control;
    Values values;
    values.text("id", command.id.str()).text("control", word(control.order)).number("slow_by", control.slow_by.count());
    values.text("who", command.who).text("command", command_line(command)).text("evidence", evidence_json(command.seen));
    values.text("reason", command.reason);
    const auto answer = m_link.run("worker_order", values, Effect::write);
    if (!answer)
        return answer.failure();
    if (answer->set(0).rows() == 0)
        return {std::optional<WorkerRow>{}, answer.store_time()};
    return {std::optional(worker_row(answer->set(0), 0, 1, Raw::with)), answer.store_time()};
}

Answer<Page<WorkerRow>> MariaDbWorkers::list(const ListRequest& request)
{
    static const Listing<WorkerRow> listing{"worker_list",
                                            "workers",
                                            "k.id",
                                            "k.id",
                                            false,
                                            {{"id", "k.id"}, {"name", "k.id"}, {"owner", "k.id"}, {"kind", "k.kinds"}},
                                            [](const Result& r, int row) { return worker_row(r, row); },
                                            [](const Result& r, int row) { return literal(r.text(row, 1)); }};
    return list_rows(m_link, listing, request);
}

Answer<std::int64_t> MariaDbWorkers::collect(Duration silent_for, std::int64_t limit)
{
    Values values;
    values.number("silent", silent_for.count()).number("limit", limit).sql("prune", m_link.text("prune", {}));
    const auto answer = m_link.run("worker_collect", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {answer->last().number(0, 1), answer.store_time()};
}

Answer<Done> MariaDbAudit::write(const AuditRow& row)
{
    Values values;
    values.text("who", row.who).text("action", row.action).text("entity", row.entity).text("key", row.key);
    values.text("reason", row.reason).text("evidence", row.evidence).text("command", row.command).text("result", row.result);
    const auto answer = m_link.run("audit_write", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {Done{}, answer.store_time()};
}

Answer<Page<AuditRow>> MariaDbAudit::list(const ListRequest& request)
{
    static const Listing<AuditRow> listing{"audit_list",
                                           "audit",
                                           "k.seq",
                                           "k.seq",
                                           true,
                                           {{"name", "k.k"}, {"id", "k.k"}, {"owner", "k.who"}, {"kind", "k.action"}},
                                           [](const Result& r, int row) { return audit_row(r, row); },
                                           [](const Result& r, int row) { return std::to_string(r.number(row, 1)); }};
    return list_rows(m_link, listing, request);
}

} // namespace lockdesk::mariadb
