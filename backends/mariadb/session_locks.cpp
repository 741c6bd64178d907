// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/session_locks.h"

#include "backends/engine/text.h"
#include "backends/mariadb/rows.h"

namespace lockdesk::mariadb {

namespace {

constexpr std::size_t longest_key = 192;

bool passes(const Filter& filter, const SessionLockRow& row)
{
    return filter.matches([&](std::string_view key) -> std::optional<std::string> {
        if (key == "name" || key == "id")
            return row.name;
        if (key == "owner")
            return row.owner;
        if (key == "kind")
            return row.kind == SessionLockKind::named ? "named" : "skip-locked";
        return std::nullopt;
    });
}

} // namespace

MariaDbSessionLocks::~MariaDbSessionLocks() = default;

// These names belong to the whole server: a lesson's must not meet those of production. What is too long for the server, and
// what tells who holds a guard row, goes by its hash.
std::string MariaDbSessionLocks::key_of(const LockName& name, SessionLockKind kind) const
{
    const auto& sandbox = m_link.options().sandbox;
    const std::string whole = sandbox ? table_prefix(sandbox) + name.str() : name.str();
    if (kind == SessionLockKind::named && whole.size() <= longest_key)
        return whole;
    const auto hash = sha256(m_link.place().database + "\n" + whole);
    return (kind == SessionLockKind::named ? "lockdesk name " : "lockdesk row ") + hex(hash.data(), 20);
}

// The sandbox's name is in it, by itself or in the hash.
void MariaDbSessionLocks::add_key(Values& values, const LockName& name, SessionLockKind kind) const
{
    values.text("key", key_of(name, kind));
    if (m_link.options().sandbox && values.of("key").find(m_link.options().sandbox->str()) == std::string_view::npos)
        values.of_run("key of " + name.str());
}

SteadyPoint MariaDbSessionLocks::deadline() const
{
    return steady_after(std::chrono::steady_clock::now(), m_link.options().timeout) + cancel_grace;
}

Failure MariaDbSessionLocks::failure(const Trouble& trouble, bool write) const
{
    return to_failure(trouble, m_link.place(), "schedule_lock", write);
}

Answer<bool> MariaDbSessionLocks::try_lock(const LockName& name, SessionLockKind kind, const OwnerId& owner)
{
    if (const auto opened = m_link.open(); !opened)
        return opened.failure();
    if (m_link.connection().is_pooled())
        return no_own_session_failure(m_link.place(), "a session lock would belong to the proxy's session");
    return kind == SessionLockKind::named ? try_named(name, owner) : try_row(name, owner);
}

Answer<bool> MariaDbSessionLocks::try_named(const LockName& name, const OwnerId& owner)
{
    const auto mine = still_mine(name, SessionLockKind::named);
    if (!mine || *mine)
        return mine;
    Values values;
    values.text("name", name.str()).text("owner", owner.str());
    add_key(values, name, SessionLockKind::named);
    const auto answer = m_link.run("session_lock_try", values, Effect::write);
    if (!answer)
        return answer.failure();
    if (answer->last().boolean(0, 1))
        m_named[name.str()] = m_link.connection().generation();
    return {answer->last().boolean(0, 1), answer.store_time()};
}

Answer<bool> MariaDbSessionLocks::try_row(const LockName& name, const OwnerId& owner)
{
    const auto mine = row_is_mine(name);
    if (!mine || *mine)
        return mine;
    Values values;
    values.text("name", name.str()).text("owner", owner.str());
    add_key(values, name, SessionLockKind::skip_locked);
    if (const auto made = m_link.run("schedule_row", values, Effect::write); !made)
        return made.failure();
    const auto until = deadline();
    Guard guard;
    auto options = connect_options(m_link.url(), m_link.options());
    options.setup += "; " + m_link.text("schedule_setup", {});
    guard.connection = std::make_unique<Connection>(std::move(options), m_link.interrupter());
    if (const auto trouble = guard.connection->open(until))
        return failure(*trouble, false);
    m_link.note("schedule_lock", m_link.told_text("schedule_lock", values));
    auto locked = guard.connection->query(m_link.text("schedule_lock", values), until);
    if (const auto* trouble = std::get_if<Trouble>(&locked))
        return failure(*trouble, false);
    const auto& reply = std::get<Reply>(locked);
    if (reply.set(0).rows() == 0)
        return false;
    values.number("connection", guard.connection->id()).of_run("number of this connection");
    const auto now = reply.now();
    if (const auto noted = m_link.run("schedule_note", values, Effect::write); !noted)
        return noted.failure();
    m_guards[name.str()] = std::move(guard);
    return {true, now};
}

Answer<bool> MariaDbSessionLocks::unlock(const LockName& name, SessionLockKind kind)
{
    if (kind == SessionLockKind::skip_locked)
        return unlock_row(name);
    const auto held = m_named.find(name.str());
    if (held == m_named.end())
        return false;
    const bool same_session = m_link.connection().is_open() && held->second == m_link.connection().generation();
    m_named.erase(held);
    if (!same_session)
        return false;
    Values values;
    values.text("name", name.str());
    add_key(values, name, SessionLockKind::named);
    const auto answer = m_link.run("session_lock_release", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {answer->last().boolean(0, 1), answer.store_time()};
}

Answer<bool> MariaDbSessionLocks::unlock_row(const LockName& name)
{
    auto node = m_guards.extract(name.str());
    if (node.empty())
        return false;
    Guard& guard = node.mapped();
    // First the note, so that the list never shows a holder who is gone.
    Values note;
    note.text("name", name.str()).number("connection", guard.connection->id()).of_run("number of this connection");
    const auto forgotten = m_link.run("schedule_forget", note, Effect::write);
    constexpr const char* release = "COMMIT; DO RELEASE_ALL_LOCKS()";
    m_link.note("schedule_release", release);
    auto done = guard.connection->is_alive() ? guard.connection->query(release, deadline()) : Outcome<Reply>{Trouble{}};
    if (std::holds_alternative<Trouble>(done))
        return false;
    return {true, forgotten.store_time()};
}

Answer<bool> MariaDbSessionLocks::still_mine(const LockName& name, SessionLockKind kind)
{
    if (kind == SessionLockKind::skip_locked)
        return row_is_mine(name);
    const auto held = m_named.find(name.str());
    if (held == m_named.end())
        return false;
    // With its connection the lock is gone too, whatever the server knows of it yet.
    if (!m_link.connection().is_alive() || held->second != m_link.connection().generation()) {
        m_named.erase(held);
        return false;
    }
    Values values;
    add_key(values, name, SessionLockKind::named);
    const auto answer = m_link.run("session_lock_mine", values, Effect::read);
    if (!answer) {
        if (answer.failure().connection_lost && !m_link.interrupter()->is_interrupted())
            m_named.erase(name.str());
        return answer.failure();
    }
    return {answer->last().boolean(0, 1), answer.store_time()};
}

Answer<bool> MariaDbSessionLocks::row_is_mine(const LockName& name)
{
    const auto held = m_guards.find(name.str());
    if (held == m_guards.end())
        return false;
    Connection& connection = *held->second.connection;
    if (connection.is_alive()) {
        m_link.note("schedule_mine", m_link.told_text("schedule_mine", {}));
        auto answer = connection.query(m_link.text("schedule_mine", {}), deadline());
        if (const auto* reply = std::get_if<Reply>(&answer))
            return {reply->last().boolean(0, 1), reply->now()};
        const auto& trouble = std::get<Trouble>(answer);
        if (trouble.cause == Trouble::Cause::timeout || trouble.cause == Trouble::Cause::interrupted) {
            m_guards.erase(held);
            return failure(trouble, false);
        }
    }
    m_guards.erase(held);
    return false;
}

Answer<std::vector<SessionLockRow>> MariaDbSessionLocks::read(const std::string& statement, const Values& values)
{
    const auto answer = m_link.run(statement, values, Effect::read);
    if (!answer)
        return answer.failure();
    std::vector<SessionLockRow> rows;
    for (int i = 0; i < answer->last().rows(); ++i) {
        Decoder d(answer->last(), i, 1);
        SessionLockRow row;
        row.name = d.text_or_empty();
        row.kind = session_lock_kind(d.text_or_empty()).value_or(SessionLockKind::named);
        row.session = d.text_or_empty();
        row.owner = d.text_or_empty();
        row.since = d.time();
        row.key = d.text_or_empty();
        row.about.id = row.session;
        row.about.client = d.text_or_empty();
        row.about.user = d.text_or_empty();
        row.about.state = d.text_or_empty();
        row.about.last_statement = d.text_or_empty();
        row.raw = d.json();
        rows.push_back(std::move(row));
    }
    return {std::move(rows), answer.store_time()};
}

Answer<Page<SessionLockRow>> MariaDbSessionLocks::list(const ListRequest& request)
{
    auto rows = read("session_lock_list", {});
    if (!rows)
        return rows.failure();
    Page<SessionLockRow> page;
    for (SessionLockRow& row : *rows) {
        if (!passes(request.filter, row))
            continue;
        if (page.rows.size() == request.limit) {
            page.truncated = true;
            break;
        }
        page.rows.push_back(std::move(row));
    }
    return {std::move(page), rows.store_time()};
}

} // namespace lockdesk::mariadb
