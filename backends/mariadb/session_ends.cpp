// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Ends the session that holds a session lock, as an operator's action.
#include "backends/engine/command_line.h"
#include "backends/mariadb/session_locks.h"

#include <algorithm>
#include <thread>

namespace lockdesk::mariadb {

namespace {

constexpr auto end_patience = std::chrono::seconds{1};
constexpr auto end_poll = std::chrono::milliseconds{5};

} // namespace

Answer<std::optional<SessionLockRow>> MariaDbSessionLocks::find(const LockName& name, SessionLockKind kind)
{
    Values values;
    values.text("name", name.str()).text("kind", word(kind));
    add_key(values, name, kind);
    auto rows = read("session_lock_find", values);
    if (!rows)
        return rows.failure();
    return {rows->empty() ? std::nullopt : std::optional(std::move(rows->front())), rows.store_time()};
}

// Told apart by its owner and the lock that it holds at this moment; the server never gives the number of a connection twice.
std::string MariaDbSessionLocks::end_sql(const ForceRelease& request, SessionLockKind kind) const
{
    Values owner;
    owner.text("owner", request.if_owner.str()).text("session", request.if_session);
    std::string where =
        "c.id IS NOT NULL AND IFNULL(NULLIF(s.owner, ''), CONCAT('session ', c.id)) = " + std::string(owner.of("owner"));
    if (!request.if_session.empty())
        where += " AND CONCAT(c.id) = " + std::string(owner.of("session"));
    if (request.if_acquired_at)
        where += " AND s.since_at = " + std::to_string(to_us(*request.if_acquired_at));
    if (request.if_token != FencingToken{})
        where += " AND FALSE"; // there are no tokens
    Values values;
    values.text("name", request.name.str()).text("kind", word(kind));
    add_key(values, request.name, kind);
    values.sql("where", where).text("who", request.who).text("reason", request.reason);
    values.text("command", command_line(request, word(kind))).text("evidence", evidence_json(request.seen));
    return m_link.text("session_lock_end", values);
}

Answer<ForceAnswer> MariaDbSessionLocks::end_session(const ForceRelease& request, SessionLockKind kind)
{
    if (request.hold_off > Duration{0})
        return usage_failure("a session lock cannot be held off");
    const auto answer = m_link.run_literal("session_lock_end", end_sql(request, kind), Effect::write);
    if (!answer)
        return answer.failure();
    ForceAnswer out;
    const bool ended = !answer->last().is_null(0, 1);
    out.result = ended ? ForceResult::released : ForceResult::changed;
    // The server was told; the connection ends a moment later.
    const auto session = ended ? answer->last().text(0, 1) : std::string_view();
    const auto until = std::min(deadline(), std::chrono::steady_clock::now() + end_patience);
    while (true) {
        const auto row = find(request.name, kind);
        if (!row && !ended)
            return row.failure();
        if (!ended && *row)
            out.holder = Holder{session_owner(**row), FencingToken{}, std::nullopt};
        const bool gone = !row || !*row || (*row)->session != session;
        if (gone || std::chrono::steady_clock::now() >= until)
            return {out, answer.store_time()};
        std::this_thread::sleep_for(end_poll);
    }
}

Answer<ForcePreview> MariaDbSessionLocks::preview_end_session(const ForceRelease& request, SessionLockKind kind)
{
    if (request.hold_off > Duration{0})
        return usage_failure("a session lock cannot be held off");
    const auto held = find(request.name, kind);
    const auto rows = read("session_lock_list", {});
    if (!held || !rows)
        return held ? rows.failure() : held.failure();
    ForcePreview preview;
    preview.commands = {end_sql(request, kind)};
    preview.protection = Protection::none;
    SessionEnd& end = preview.ends.emplace();
    if (!*held || session_owner(**held) != request.if_owner.str())
        return {std::move(preview), rows.store_time()};
    end.session = (*held)->session;
    for (const SessionLockRow& row : *rows)
        if (row.session == end.session && (row.kind != kind || row.name != request.name.str()))
            end.also_frees.push_back(row.name);
    // Who may not see transactions of others is not told of one, save that of a guard row.
    Values values;
    values.sql("session", end.session);
    const auto transaction = m_link.run("session_lock_transaction", values, Effect::read);
    end.in_transaction = kind == SessionLockKind::skip_locked || (transaction && transaction->last().number(0, 1) > 0);
    return {std::move(preview), rows.store_time()};
}

} // namespace lockdesk::mariadb
