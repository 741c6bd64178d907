// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include "backends/engine/text/text.h"

namespace lockdesk::mariadb {

namespace {

constexpr std::size_t longest_key = 192;

// These names are shared by the whole server: a lesson's must not collide with those of production. Names too long for
// the server, and those that mark the holder of a guard row, are replaced by their hash.
std::string key_of(const sql::Link& link, const LockName& name, SessionLockKind kind)
{
    const auto& sandbox = link.options().sandbox;
    const std::string whole = sandbox ? table_prefix(sandbox) + name.str() : name.str();
    if (kind == SessionLockKind::named && whole.size() <= longest_key)
        return whole;
    const auto hash = sha256(link.place().database + "\n" + whole);
    return (kind == SessionLockKind::named ? "lockdesk name " : "lockdesk row ") + hex(hash.data(), 20);
}

// The key contains the sandbox's name, as text or in the hash.
void add_key(const sql::Link& link, Values& values, const LockName& name, SessionLockKind kind)
{
    const auto key = key_of(link, name, kind);
    values.text("key", key);
    if (link.options().sandbox && key.find(link.options().sandbox->str()) == std::string::npos)
        values.of_run("key of " + name.str());
}

Answer<std::optional<SessionLockRow>> find(sql::Link& link, const LockName& name, SessionLockKind kind)
{
    Values values;
    values.text("name", name.str()).text("kind", word(kind));
    add_key(link, values, name, kind);
    return sql::decoded(link.run("session_lock_find", values, Effect::read), [&](const Result& r) {
        auto rows = sql::session_lock_rows(link, r);
        return rows.empty() ? std::nullopt : std::optional(std::move(rows.front()));
    });
}

// Without the right to see transactions of others, a user sees only that of a guard row here.
bool in_transaction(sql::Link& link, const SessionLockRow& row)
{
    const auto transaction = link.run("session_lock_transaction", {{"session", sql::Sql{row.session}}}, Effect::read);
    return row.kind == SessionLockKind::skip_locked || (transaction && transaction->number(0, 1) > 0);
}

} // namespace

const sql::SessionLockForms session_lock_forms{
    add_key, find, nullptr, in_transaction, "a session lock would belong to the proxy's session; address the server itself"};

} // namespace lockdesk::mariadb
