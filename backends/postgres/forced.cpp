// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/forced.h"

#include "backends/engine/command_line.h"
#include "backends/engine/outbox.h"
#include "backends/postgres/locks.h"
#include "backends/postgres/outbox.h"
#include "backends/postgres/params.h"
#include "backends/postgres/rows.h"
#include "backends/postgres/tasks.h"

#include <algorithm>

namespace lockdesk::postgres {

namespace {

std::string number(std::int64_t value) { return std::to_string(value); }

std::string audit_insert(const std::string& from, const std::string& who, const std::string& action,
                         const std::string& entity, const std::string& key, const std::string& reason,
                         const std::string& evidence, const std::string& command, const std::string& done,
                         const std::string& otherwise)
{
    return "noted AS (\n  INSERT INTO lockdesk_audit (who, action, entity, key, reason, evidence, command, result)\n  "
           "SELECT "
           + literal(who) + ", " + literal(action) + ", " + literal(entity) + ", " + literal(key) + ", " + literal(reason)
           + ",\n         " + literal(evidence) + ",\n         " + literal(command)
           + ",\n         CASE WHEN EXISTS (SELECT 1 FROM " + from + ") THEN " + literal(done) + " ELSE "
           + literal(otherwise) + " END RETURNING 1)";
}

} // namespace

std::string force_release_sql(const ForceRelease& request)
{
    std::string where = "name = " + literal(request.name.str()) + " AND owner = " + literal(request.if_owner.str())
                        + "\n     AND token = " + number(request.if_token.number());
    if (request.if_acquired_at)
        where += " AND acquired_at = " + number(to_us(*request.if_acquired_at));
    if (request.if_expires_at)
        where += " AND expires_at = " + number(to_us(*request.if_expires_at));
    const bool cools = request.hold_off > Duration{0};
    const std::string cooling = cools ? "lockdesk_add(lockdesk_now(), " + number(request.hold_off.count()) + ")" : "NULL";
    return "WITH freed AS (\n  UPDATE lockdesk_locks\n     SET owner = NULL, holds = 0, token = token + 1, cooling_until = "
           + cooling + ",\n         last_owner = owner, reason = " + literal(request.reason)
           + ",\n         lease_us = NULL, acquired_at = NULL, renewed_at = NULL, expires_at = NULL, renewals = 0,\n"
             "         requests = '', released_at = lockdesk_now(), changed = pg_current_xact_id()\n   WHERE "
           + where
           + "\n  RETURNING name, token, cooling_until),\nfenced AS (\n  INSERT INTO lockdesk_fences (resource, largest)\n"
             "  SELECT name, token FROM freed\n      ON CONFLICT (resource) DO UPDATE\n     SET largest = "
             "greatest(lockdesk_fences.largest, excluded.largest) RETURNING 1),\n"
           + audit_insert("freed", request.who, cools ? "hold-off" : "force-release", "lock", request.name.str(),
                          request.reason, evidence_json(request.seen), command_line(request), "released", "changed")
           + "\nSELECT lockdesk_now() AS now, freed.token, freed.cooling_until FROM (SELECT 1) one LEFT JOIN freed ON true";
}

std::string forced_relock_sql(const ForcedRelock& request)
{
    const std::string timeout = "coalesce((SELECT r.lock_timeout FROM lockdesk_task_rules r WHERE r.kind = t.kind "
                                "AND r.phase = t.phase), 30000000)";
    // Half of what fits keeps now + wait in range for a wait without end.
    const auto wait = std::min<std::int64_t>(request.wait.count(), 4'000'000'000'000'000'000);
    return "WITH freed AS (\n  UPDATE lockdesk_tasks t\n     SET owner = NULL, token = coalesce(t.token, 0) + 1,\n"
           "         locked_at = lockdesk_stamp() - "
           + timeout + " + " + number(wait) + ",\n         changed = pg_current_xact_id()\n   WHERE t.id = "
           + literal(request.id.str()) + " AND coalesce(t.owner, '') = " + literal(request.if_owner)
           + "\n     AND coalesce(t.token, 0) = " + number(request.if_token.number()) + "\n  RETURNING t.id),\n"
           + audit_insert("freed", request.who, "relock", "task", request.id.str(), request.reason,
                          evidence_json(request.seen), command_line(request), "done", "changed")
           + "\nSELECT lockdesk_stamp() AS now, freed.id FROM (SELECT 1) one LEFT JOIN freed ON true";
}

std::string retry_dead_sql(std::span<const MessageId> ids)
{
    std::string which;
    for (const auto& id : ids)
        which += (which.empty() ? " AND m.id IN (" : ", ") + literal(id.str());
    if (!which.empty())
        which += ")";
    return "WITH freed AS (\n  UPDATE lockdesk_outbox m\n     SET state = 'pending', tries = 0, cuts = 0, next_at = "
           "lockdesk_stamp(), "
           "owner = NULL,\n         lease_until = NULL, changed = pg_current_xact_id()\n   WHERE m.state = 'dead'"
           + which
           + " RETURNING m.*)\n"
             "SELECT lockdesk_stamp() AS now, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, "
             "u.owner, u.token, u.claim_id, u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at FROM (SELECT 1) one "
             "LEFT JOIN freed u ON "
             "true";
}

Answer<ForceAnswer> PostgresLocks::force_release(const ForceRelease& request)
{
    const auto answer = m_link.run_literal("force_release", force_release_sql(request), Effect::write);
    if (!answer)
        return answer.failure();
    ForceAnswer out;
    if (!answer->is_null(0, 1)) {
        out.result = ForceResult::released;
        out.token = FencingToken{answer->number(0, 1)};
        out.expires_at = answer->time(0, 2);
        m_link.hint(Entity::lock, request.name.str());
        return {out, answer.store_time()};
    }
    // The statement has decided; who holds it now is asked afterwards.
    const auto row = find(request.name);
    if (!row)
        return row.failure();
    if (*row && !(*row)->owner.empty())
        out.holder = Holder{(*row)->owner, (*row)->token, (*row)->expires_at};
    return {out, row.store_time()};
}

Answer<ForcePreview> PostgresLocks::preview_force_release(const ForceRelease& request)
{
    Params params;
    params.text(request.name.str());
    const auto answer = m_link.run("wait_count", params, Effect::read);
    if (!answer)
        return answer.failure();
    ForcePreview preview;
    preview.commands = {force_release_sql(request)};
    preview.wakes = answer->number(0, 1);
    preview.may_run_twice = true;
    preview.protection = Protection::row;
    return {std::move(preview), answer.store_time()};
}

Answer<StepAnswer> PostgresTasks::relock_forced(const ForcedRelock& request)
{
    const auto answer = m_link.run_literal("relock_forced", forced_relock_sql(request), Effect::write);
    if (!answer)
        return answer.failure();
    StepAnswer out;
    const bool done = !answer->is_null(0, 1);
    auto row = find(request.id);
    if (!row)
        return row.failure();
    out.result = !*row ? StepResult::missing : done ? StepResult::done : StepResult::changed;
    if (done)
        out.wait = request.wait;
    out.row = std::move(*row);
    if (done && out.row)
        m_link.hint(Entity::task, out.row->kind);
    return {std::move(out), answer.store_time()};
}

Answer<std::vector<std::string>> PostgresTasks::preview_relock_forced(const ForcedRelock& request)
{
    return std::vector<std::string>{forced_relock_sql(request)};
}

Answer<std::vector<MessageRow>> PostgresOutbox::retry_dead(std::span<const MessageId> ids)
{
    const auto answer = m_link.run_literal("retry_dead", retry_dead_sql(ids), Effect::write);
    if (!answer)
        return answer.failure();
    std::vector<MessageRow> rows;
    for (int i = 0; i < answer->rows(); ++i)
        if (!answer->is_null(i, 1))
            rows.push_back(message_row(*answer, i, 1, Raw::with));
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.seq < b.seq; });
    if (!rows.empty())
        m_link.hint(Entity::message, {});
    return {std::move(rows), answer.store_time()};
}

Answer<std::vector<std::string>> PostgresOutbox::preview_retry_dead(std::span<const MessageId> ids)
{
    return std::vector<std::string>{retry_dead_sql(ids)};
}

} // namespace lockdesk::postgres
