// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Ends the session that holds a session lock, as an operator's action.
#include "backends/engine/command_line.h"
#include "backends/engine/placeholders.h"
#include "backends/postgres/params.h"
#include "backends/postgres/session_locks.h"

#include <algorithm>
#include <charconv>
#include <thread>

namespace lockdesk::postgres {

namespace {

constexpr auto end_patience = std::chrono::seconds{1};
constexpr auto end_poll = std::chrono::milliseconds{5};
constexpr std::string_view key_word = "key ", session_word = "session ";

/// What a lock is called of which only the key is known.
std::optional<std::int64_t> bare_key(std::string_view name)
{
    std::int64_t key = 0;
    if (!name.starts_with(key_word))
        return std::nullopt;
    const auto* end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + key_word.size(), end, key);
    return read.ec == std::errc{} && read.ptr == end ? std::optional(key) : std::nullopt;
}

} // namespace

bool PostgresSessionLocks::is_of(const SessionLockRow& row, const LockName& name, SessionLockKind kind) const
{
    if (row.kind != kind)
        return false;
    if (!row.name.empty())
        return row.name == name.str();
    return row.key == std::to_string(key_of(name)) || row.key == std::to_string(bare_key(name.str()).value_or(0));
}

Answer<std::optional<SessionLockRow>> PostgresSessionLocks::find(const LockName& name, SessionLockKind kind)
{
    auto rows = all();
    if (!rows)
        return rows.failure();
    const auto found = std::find_if(rows->begin(), rows->end(), [&](const auto& row) { return is_of(row, name, kind); });
    std::optional<SessionLockRow> row;
    if (found != rows->end())
        row = std::move(*found);
    return {std::move(row), rows.store_time()};
}

// Told apart by its owner, its process and the lock that it holds at this moment, so that a pid that was given to somebody
// else is never hit.
std::string PostgresSessionLocks::end_sql(const ForceRelease& request, SessionLockKind kind) const
{
    const bool foreign = request.if_owner.str().starts_with(session_word);
    const auto bare = foreign ? bare_key(request.name.str()) : std::nullopt;
    const bool named = kind == SessionLockKind::named;
    std::string victim = fill_placeholders(statement_text(std::string("session_lock_victim_") + word(kind)),
                                           {{"key", std::to_string(bare.value_or(key_of(request.name)))},
                                            {"name", literal(request.name.str())},
                                            {"owner", literal(request.if_owner.str())}});
    if (!request.if_session.empty())
        victim += std::string("\n     AND ") + (named ? "l" : "s") + ".pid::text = " + literal(request.if_session);
    if (request.if_acquired_at)
        victim += "\n     AND coalesce(s.since, (extract(epoch FROM a.backend_start) * 1000000)::bigint) = "
                  + std::to_string(to_us(*request.if_acquired_at));
    if (request.if_token != FencingToken{})
        victim += "\n     AND false"; // there are no tokens
    return fill_placeholders(statement_text("session_lock_end"), {{"victim", victim},
                                                                  {"who", literal(request.who)},
                                                                  {"name", literal(request.name.str())},
                                                                  {"reason", literal(request.reason)},
                                                                  {"evidence", literal(evidence_json(request.seen))},
                                                                  {"command", literal(command_line(request, word(kind)))}});
}

Answer<ForceAnswer> PostgresSessionLocks::end_session(const ForceRelease& request, SessionLockKind kind)
{
    if (request.hold_off > Duration{0})
        return usage_failure("a session lock cannot be held off");
    const auto answer = m_link.run_literal("session_lock_end", end_sql(request, kind), Effect::write);
    if (!answer)
        return answer.failure();
    ForceAnswer out;
    if (answer->is_null(0, 1)) {
        const auto row = find(request.name, kind);
        if (!row)
            return row.failure();
        if (*row)
            out.holder = Holder{session_owner(**row), FencingToken{}, std::nullopt};
        return {out, row.store_time()};
    }
    out.result = ForceResult::released;
    // The server was told; its process ends a moment later.
    const auto session = answer->text(0, 1);
    const auto until = std::min(deadline(), std::chrono::steady_clock::now() + end_patience);
    while (std::chrono::steady_clock::now() < until) {
        const auto rows = all();
        if (!rows || std::none_of(rows->begin(), rows->end(), [&](const auto& row) { return row.session == session; }))
            break;
        std::this_thread::sleep_for(end_poll);
    }
    return {out, answer.store_time()};
}

Answer<ForcePreview> PostgresSessionLocks::preview_end_session(const ForceRelease& request, SessionLockKind kind)
{
    if (request.hold_off > Duration{0})
        return usage_failure("a session lock cannot be held off");
    const auto answer = m_link.run("session_lock_list", {}, Effect::read);
    const auto rows = all();
    if (!answer || !rows)
        return answer ? rows.failure() : answer.failure();
    ForcePreview preview;
    preview.commands = {end_sql(request, kind)};
    preview.protection = Protection::none;
    SessionEnd& end = preview.ends.emplace();
    for (const SessionLockRow& row : *rows)
        if (is_of(row, request.name, kind) && session_owner(row) == request.if_owner.str())
            end.session = row.session;
    for (const SessionLockRow& row : *rows)
        if (row.session == end.session && !is_of(row, request.name, kind))
            end.also_frees.push_back(row.name.empty() ? "key " + row.key : row.name);
    for (int i = 0; i < answer->rows() && !end.session.empty(); ++i)
        if (answer->text(i, 3) == end.session) {
            end.in_transaction = !answer->is_null(i, 11);
            end.program = answer->text(i, 8);
        }
    return {std::move(preview), rows.store_time()};
}

} // namespace lockdesk::postgres
