// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/forced.h"

#include "backends/engine/command_line.h"
#include "backends/engine/outbox.h"
#include "backends/mariadb/locks.h"
#include "backends/mariadb/outbox.h"
#include "backends/mariadb/rows.h"
#include "backends/mariadb/tasks.h"

#include <algorithm>

namespace lockdesk::mariadb {

namespace {

std::string number(std::int64_t value) { return std::to_string(value); }

} // namespace

std::string force_release_sql(Link& link, const ForceRelease& request)
{
    std::string where = "owner = " + literal(request.if_owner.str()) + " AND token = " + number(request.if_token.number());
    if (request.if_acquired_at)
        where += " AND acquired_at = " + number(to_us(*request.if_acquired_at));
    if (request.if_expires_at)
        where += " AND expires_at = " + number(to_us(*request.if_expires_at));
    const bool cools = request.hold_off > Duration{0};
    Values values;
    values.sql("where", where).sql("name", literal(request.name.str())); // of a row that is there, whatever its bytes
    values.text("reason", request.reason).text("who", request.who);
    values.text("action", cools ? "hold-off" : "force-release").text("command", command_line(request));
    values.text("evidence", evidence_json(request.seen));
    // No longer than to the end of time, so that nothing overflows on the way.
    const auto off = std::min(request.hold_off, forever).count();
    values.sql("cooling", cools ? "LEAST(v_now + " + number(off) + ", " + number(to_us(end_of_time)) + ")" : "NULL");
    return link.text("force_release", values);
}

std::string forced_relock_sql(Link& link, const ForcedRelock& request)
{
    Values values;
    values.text("id", request.id.str()).text("owner", request.if_owner).number("token", request.if_token.number());
    // Half of what fits keeps now + wait in range for a wait without end.
    values.number("wait", std::min<std::int64_t>(request.wait.count(), 4'000'000'000'000'000'000));
    values.text("who", request.who).text("reason", request.reason).text("command", command_line(request));
    values.text("evidence", evidence_json(request.seen));
    return link.text("relock_forced", values);
}

std::string retry_dead_sql(Link& link, std::span<const MessageId> ids)
{
    std::vector<std::string> which;
    for (const auto& id : ids)
        which.push_back(id.str());
    Values values;
    values.sql("which", which.empty() ? "" : " AND id IN (" + literals(which) + ")");
    return link.text("retry_dead", values);
}

Answer<ForceAnswer> MariaDbLocks::force_release(const ForceRelease& request)
{
    const auto answer = m_link.run_literal("force_release", force_release_sql(m_link, request), Effect::write);
    if (!answer)
        return answer.failure();
    ForceAnswer out;
    if (!answer->last().is_null(0, 1)) {
        out.result = ForceResult::released;
        out.token = FencingToken{answer->last().number(0, 1)};
        out.expires_at = answer->last().time(0, 2);
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

Answer<ForcePreview> MariaDbLocks::preview_force_release(const ForceRelease& request)
{
    Values values;
    values.sql("name", literal(request.name.str()));
    const auto answer = m_link.run("wait_count", values, Effect::read);
    if (!answer)
        return answer.failure();
    ForcePreview preview;
    preview.commands = {force_release_sql(m_link, request)};
    preview.wakes = answer->last().number(0, 1);
    preview.may_run_twice = true;
    preview.protection = Protection::row;
    return {std::move(preview), answer.store_time()};
}

Answer<StepAnswer> MariaDbTasks::relock_forced(const ForcedRelock& request)
{
    const auto answer = m_link.run_literal("relock_forced", forced_relock_sql(m_link, request), Effect::write);
    if (!answer)
        return answer.failure();
    StepAnswer out;
    const bool done = answer->last().boolean(0, 1);
    auto row = find(request.id);
    if (!row)
        return row.failure();
    out.result = !*row ? StepResult::missing : done ? StepResult::done : StepResult::changed;
    if (done)
        out.wait = request.wait;
    out.row = std::move(*row);
    return {std::move(out), answer.store_time()};
}

Answer<std::vector<std::string>> MariaDbTasks::preview_relock_forced(const ForcedRelock& request)
{
    return std::vector<std::string>{forced_relock_sql(m_link, request)};
}

Answer<std::vector<MessageRow>> MariaDbOutbox::retry_dead(std::span<const MessageId> ids)
{
    const auto answer = m_link.run_literal("retry_dead", retry_dead_sql(m_link, ids), Effect::write);
    if (!answer)
        return answer.failure();
    std::vector<MessageRow> rows;
    for (std::size_t i = 0; i < answer->size(); ++i)
        if (!answer->set(i).is_null(0, 1))
            rows.push_back(message_row(answer->set(i), 0, 1, Raw::with));
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.seq < b.seq; });
    return {std::move(rows), answer.store_time()};
}

Answer<std::vector<std::string>> MariaDbOutbox::preview_retry_dead(std::span<const MessageId> ids)
{
    return std::vector<std::string>{retry_dead_sql(m_link, ids)};
}

} // namespace lockdesk::mariadb
