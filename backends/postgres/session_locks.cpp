// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

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
    return sql::decoded(sql::all_session_locks(link), [&](std::vector<SessionLockRow>& rows) {
        const auto found = std::ranges::find_if(rows, [&](const auto& row) { return is_of(link, row, name, kind); });
        return found == rows.end() ? std::nullopt : std::optional(std::move(*found));
    });
}

// A session of another program is shown with the key of its lock alone.
void add_victim(const sql::Link& link, const ForceRelease& request, SessionLockKind kind, Values& values)
{
    const bool foreign = request.if_owner.str().starts_with(session_word);
    const auto bare = foreign ? bare_key(request.name.str()) : std::nullopt;
    Values of{{"key", bare.value_or(key_of(link, request.name))}, {"name", request.name}, {"owner", request.if_owner}};
    of.sql("as_seen", values.find("as_seen")->text);
    values.sql("victim", link.text(std::string("session_lock_victim_") + word(kind), of));
}

bool in_transaction(sql::Link&, const SessionLockRow& row) { return row.about.transaction_since.has_value(); }

} // namespace

const sql::SessionLockForms session_lock_forms{
    add_key, find, add_victim, in_transaction,
    "a session lock would belong to the pooler's session; address the server itself, or "
    "use the guard fixed or watchdog"};

} // namespace lockdesk::postgres
