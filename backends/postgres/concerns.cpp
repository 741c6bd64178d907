// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Fence, records, workers and audit: a few lines each.
#include "backends/postgres/concerns.h"

#include "backends/engine/command_line.h"
#include "backends/engine/text.h"
#include "backends/postgres/listing.h"
#include "backends/postgres/rows.h"

namespace lockdesk::postgres {

namespace {

Record record_in(const Result& r)
{
    Record record{std::string(r.text(0, 1)), std::string(r.text(0, 2)), std::string(r.text(0, 3)), VersionBy::integer};
    if (const auto by = parse_version_by(r.text(0, 4)))
        record.version_by = *by;
    return record;
}

} // namespace

Answer<FenceAnswer> PostgresFence::admit(const Resource& resource, FencingToken token, const std::string& who)
{
    Params params;
    params.text(resource.str()).number(token.number()).text(who);
    const auto answer = m_link.run("fence_admit", params, Effect::write);
    if (!answer)
        return answer.failure();
    const FenceAnswer out{answer->boolean(0, 1), FencingToken{answer->number(0, 2)}, answer->number(0, 3)};
    if (!out.admitted)
        m_link.hint_observers(Entity::refusal);
    return {out, answer.store_time()};
}

Answer<std::optional<FenceAnswer>> PostgresFence::find(const Resource& resource)
{
    Params params;
    params.text(resource.str());
    const auto answer = m_link.run("fence_find", params, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->is_null(0, 1))
        return {std::optional<FenceAnswer>{}, answer.store_time()};
    return {std::optional(FenceAnswer{false, FencingToken{answer->number(0, 2)}, answer->number(0, 3)}),
            answer.store_time()};
}

Answer<Page<FenceRow>> PostgresFence::list_refusals(const ListRequest& request)
{
    static const Listing<FenceRow> listing{"refusal_list",
                                           "lockdesk_refusals",
                                           "k.seq",
                                           "k.seq",
                                           true,
                                           {{"name", "k.resource"}, {"id", "k.resource"}, {"owner", "k.who"}},
                                           [](const Result& r, int row) { return refusal_row(r, row); },
                                           [](const Result& r, int row) { return std::to_string(r.number(row, 1)); }};
    return list_rows(m_link, listing, request);
}

Answer<Record> PostgresRecords::put(const RecordId& id, const std::string& value, VersionBy version_by)
{
    Params params;
    params.text(id.str()).text(value).text(word(version_by));
    const auto answer = m_link.run("record_put", params, Effect::write);
    if (!answer)
        return answer.failure();
    return {record_in(*answer), answer.store_time()};
}

Answer<FencedWrite> PostgresRecords::put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                                const FencePass& pass)
{
    Params params;
    params.text(pass.resource.str()).number(pass.token.number()).text(pass.who);
    params.text(id.str()).text(value).text(word(version_by));
    const auto answer = m_link.run("record_put_fenced", params, Effect::write);
    if (!answer)
        return answer.failure();
    FencedWrite out{{answer->boolean(0, 5), FencingToken{answer->number(0, 6)}, answer->number(0, 7)}, std::nullopt};
    if (out.fence.admitted)
        out.record = record_in(*answer);
    else
        m_link.hint_observers(Entity::refusal);
    return {std::move(out), answer.store_time()};
}

Answer<std::optional<Record>> PostgresRecords::get(const RecordId& id, bool bump)
{
    Params params;
    params.text(id.str());
    if (bump) {
        const auto bumped = m_link.run("record_bump", params, Effect::write);
        if (!bumped)
            return bumped.failure();
        if (bumped->rows() > 0)
            return {std::optional(record_in(*bumped)), bumped.store_time()};
    }
    const auto answer = m_link.run("record_get", params, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->is_null(0, 1))
        return {std::optional<Record>{}, answer.store_time()};
    if (bump)
        return {usage_failure("a record whose version is the hash of its value cannot be bumped"), answer.store_time()};
    return {std::optional(record_in(*answer)), answer.store_time()};
}

Answer<RecordUpdate> PostgresRecords::update_if_version(const RecordId& id, const std::string& version,
                                                        const std::string& value)
{
    Params params;
    params.text(id.str()).text(version).text(value);
    const auto answer = m_link.run("record_update", params, Effect::write);
    if (!answer)
        return answer.failure();
    if (answer->rows() > 0)
        return {RecordUpdate{true, record_in(*answer)}, answer.store_time()};
    auto current = get(id, false);
    if (!current)
        return current.failure();
    return {RecordUpdate{false, std::move(*current)}, current.store_time()};
}

Answer<WorkerControl> PostgresWorkers::beat(const WorkerRow& row)
{
    Params params;
    params.text(row.id).text(row.host).number(row.pid).text(row.role).text(row.kinds).text(row.state).text(row.doing);
    params.time(row.doing_since).time(row.lease_until).duration(row.period);
    const auto& c = row.counters;
    params.number(c.claims).number(c.done).number(c.relocked).number(c.failed).number(c.refused);
    params.number(c.wait_p50_us).number(c.hold_p50_us);
    const auto answer = m_link.run("worker_beat", params, Effect::write);
    if (!answer)
        return answer.failure();
    WorkerControl control;
    for (const auto order : {WorkerOrder::run, WorkerOrder::pause, WorkerOrder::slow, WorkerOrder::stop})
        if (answer->text(0, 1) == word(order))
            control.order = order;
    control.slow_by = Duration{answer->number(0, 2)};
    m_link.hint_observers(Entity::worker);
    return {control, answer.store_time()};
}

Answer<Done> PostgresWorkers::leave(const WorkerId& id)
{
    Params params;
    params.text(id.str());
    const auto answer = m_link.run("worker_leave", params, Effect::write);
    if (!answer)
        return answer.failure();
    m_link.hint_observers(Entity::worker);
    return {Done{}, answer.store_time()};
}

Answer<std::optional<WorkerRow>> PostgresWorkers::order(const WorkerCommand& command)
{
    Params params;
    params.text(command.id.str()).text(word(command.control.order)).duration(command.control.slow_by).text(command.who);
    params.text(command_line(command)).text(evidence_json(command.seen)).text(command.reason);
    const auto answer = m_link.run("worker_order", params, Effect::write);
    if (!answer)
        return answer.failure();
    if (answer->is_null(0, 1))
        return {std::optional<WorkerRow>{}, answer.store_time()};
    m_link.hint(Entity::worker, command.id.str());
    return {std::optional(worker_row(*answer, 0, 1, Raw::with)), answer.store_time()};
}

Answer<Page<WorkerRow>> PostgresWorkers::list(const ListRequest& request)
{
    static const Listing<WorkerRow> listing{"worker_list",
                                            "lockdesk_workers",
                                            "k.id",
                                            "k.id",
                                            false,
                                            {{"id", "k.id"}, {"name", "k.id"}, {"owner", "k.id"}, {"kind", "k.kinds"}},
                                            [](const Result& r, int row) { return worker_row(r, row); },
                                            [](const Result& r, int row) { return literal(r.text(row, 1)); }};
    return list_rows(m_link, listing, request);
}

Answer<std::int64_t> PostgresWorkers::collect(Duration silent_for, std::int64_t limit)
{
    Params params;
    params.duration(silent_for).number(limit);
    const auto answer = m_link.run("worker_collect", params, Effect::write);
    if (!answer)
        return answer.failure();
    return {answer->number(0, 1), answer.store_time()};
}

Answer<Done> PostgresAudit::write(const AuditRow& row)
{
    Params params;
    params.text(row.who).text(row.action).text(row.entity).text(row.key).text(row.reason).text(row.evidence);
    params.text(row.command).text(row.result);
    const auto answer = m_link.run("audit_write", params, Effect::write);
    if (!answer)
        return answer.failure();
    m_link.hint_observers(Entity::audit);
    return {Done{}, answer.store_time()};
}

Answer<Page<AuditRow>> PostgresAudit::list(const ListRequest& request)
{
    static const Listing<AuditRow> listing{"audit_list",
                                           "lockdesk_audit",
                                           "k.seq",
                                           "k.seq",
                                           true,
                                           {{"name", "k.key"}, {"id", "k.key"}, {"owner", "k.who"}, {"kind", "k.action"}},
                                           [](const Result& r, int row) { return audit_row(r, row); },
                                           [](const Result& r, int row) { return std::to_string(r.number(row, 1)); }};
    return list_rows(m_link, listing, request);
}

} // namespace lockdesk::postgres
