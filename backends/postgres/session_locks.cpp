// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"

#include <algorithm>
#include <charconv>

namespace lockdesk::postgres {

namespace {

constexpr std::string_view key_word = "key ", session_word = "session ";

// Advisory keys are shared by the whole database: a lesson's must not collide with those of production.
std::int64_t key_of(const sql::Link& link, const LockName& name)
{
    const auto& sandbox = link.options().sandbox;
    return advisory_key(sandbox ? sandbox_name(*sandbox) + "\n" + name.str() : name.str());
}

void add_key(const sql::Link& link, Values& values, const LockName& name, SessionLockKind kind)
{
    if (kind == SessionLockKind::named)
        values.number("key", key_of(link, name)).of_run("key of " + name.str());
}

/// Parses the name shown for a lock of which only the key is known.
std::optional<std::int64_t> bare_key(std::string_view name)
{
    std::int64_t key = 0;
    if (!name.starts_with(key_word))
        return std::nullopt;
    const auto* end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + key_word.size(), end, key);
    return read.ec == std::errc{} && read.ptr == end ? std::optional(key) : std::nullopt;
}

bool is_of(const sql::Link& link, const SessionLockRow& row, const LockName& name, SessionLockKind kind)
{
    if (row.kind != kind)
        return false;
    if (!row.name.empty())
        return row.name == name.str();
    return row.key == std::to_string(key_of(link, name)) || row.key == std::to_string(bare_key(name.str()).value_or(0));
}

Answer<std::optional<SessionLockRow>> find(sql::Link& link, const LockName& name, SessionLockKind kind)
{
    auto rows = sql::all_session_locks(link);
    if (!rows)
        return rows.failure();
    const auto found =
        std::find_if(rows->begin(), rows->end(), [&](const auto& row) { return is_of(link, row, name, kind); });
    std::optional<SessionLockRow> row;
    if (found != rows->end())
        row = std::move(*found);
    return {std::move(row), rows.store_time()};
}

// Identifies the session by owner, process and the lock that it holds at this moment, so that a reused pid is never
// hit.
std::string end_sql(sql::Link& link, const ForceRelease& request, SessionLockKind kind)
{
    const bool foreign = request.if_owner.str().starts_with(session_word);
    const auto bare = foreign ? bare_key(request.name.str()) : std::nullopt;
    const bool named = kind == SessionLockKind::named;
    Values of;
    of.number("key", bare.value_or(key_of(link, request.name))).text("name", request.name.str());
    of.text("owner", request.if_owner.str());
    std::string victim = link.text(std::string("session_lock_victim_") + word(kind), of);
    if (!request.if_session.empty())
        victim += std::string("\n     AND ") + (named ? "l" : "s") + ".pid::text = " + literal(request.if_session);
    if (request.if_acquired_at)
        victim += "\n     AND coalesce(s.since, (extract(epoch FROM a.backend_start) * 1000000)::bigint) = "
                  + std::to_string(to_us(*request.if_acquired_at));
    if (request.if_token != FencingToken{})
        victim += "\n     AND false"; // session locks have no tokens
    Values values;
    values.sql("victim", victim).text("name", request.name.str());
    return link.text("session_lock_end", sql::add_audit(values, request, command_line(request, word(kind))));
}

bool in_transaction(sql::Link&, const SessionLockRow& row) { return row.about.transaction_since.has_value(); }

} // namespace

const sql::SessionLockForms session_lock_forms{
    add_key, find, end_sql, in_transaction,
    "a session lock would belong to the pooler's session; address the server itself, or "
    "use the guard fixed or watchdog"};

} // namespace lockdesk::postgres
