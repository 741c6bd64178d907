// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/session_locks.h"

#include "backends/engine/text.h"
#include "backends/postgres/rows.h"

namespace lockdesk::postgres {

namespace {

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

PostgresSessionLocks::~PostgresSessionLocks() = default;

// Advisory keys belong to the whole database: a lesson's must not meet those of production.
std::int64_t PostgresSessionLocks::key_of(const LockName& name) const
{
    const auto& sandbox = m_link.options().sandbox;
    return advisory_key(sandbox ? sandbox_schema(*sandbox) + "\n" + name.str() : name.str());
}

SteadyPoint PostgresSessionLocks::deadline() const
{
    return steady_after(std::chrono::steady_clock::now(), m_link.options().timeout) + cancel_grace;
}

Failure PostgresSessionLocks::failure(const Trouble& trouble, bool write) const
{
    return to_failure(trouble, m_link.place(), "schedule_lock", write);
}

// Behind a pooler an advisory lock belongs to the pooler's connection: the next client gets it with the lock still on, and the
// session that took it cannot give it back.
std::optional<Failure> PostgresSessionLocks::not_without_a_session()
{
    if (const auto opened = m_link.open(); !opened)
        return opened.failure();
    if (!m_link.connection().is_pooled())
        return std::nullopt;
    return unsupported_failure("a pooler stands in front of PostgreSQL at " + m_link.place().server
                               + ", and a session lock would belong to the pooler's session; address the server itself, or "
                                 "use the guard fixed or watchdog");
}

Answer<bool> PostgresSessionLocks::try_lock(const LockName& name, SessionLockKind kind, const OwnerId& owner)
{
    if (const auto refused = not_without_a_session())
        return *refused;
    return kind == SessionLockKind::named ? try_named(name, owner) : try_row(name, owner);
}

Answer<bool> PostgresSessionLocks::try_named(const LockName& name, const OwnerId& owner)
{
    const auto mine = still_mine(name, SessionLockKind::named);
    if (!mine || *mine)
        return mine;
    Params params;
    params.text(name.str()).number(key_of(name)).of_run("key of " + name.str()).text(owner.str());
    const auto answer = m_link.run("session_lock_try", params, Effect::write);
    if (!answer)
        return answer.failure();
    if (answer->boolean(0, 1))
        m_named[name.str()] = m_link.connection().generation();
    return {answer->boolean(0, 1), answer.store_time()};
}

Answer<bool> PostgresSessionLocks::try_row(const LockName& name, const OwnerId& owner)
{
    const auto mine = row_is_mine(name);
    if (!mine || *mine)
        return mine;
    Params params;
    params.text(name.str());
    if (const auto made = m_link.run("schedule_row", params, Effect::write); !made)
        return made.failure();
    const auto until = deadline();
    Guard guard;
    guard.connection = std::make_unique<Connection>(connect_options(m_link.url(), m_link.options()), m_link.interrupter());
    if (const auto trouble = guard.connection->open(until))
        return failure(*trouble, false);
    m_link.note("begin", "BEGIN", nullptr);
    auto begun = guard.connection->begin(until);
    if (const auto* trouble = std::get_if<Trouble>(&begun))
        return failure(*trouble, false);
    m_link.note("schedule_lock", statement_text("schedule_lock"), &params);
    auto locked = guard.connection->query("schedule_lock", statement_text("schedule_lock"), params, until);
    if (const auto* trouble = std::get_if<Trouble>(&locked))
        return failure(*trouble, false);
    const auto& row = std::get<Result>(locked);
    if (row.rows() == 0)
        return false;
    guard.pid = row.number(0, 1);
    Params note;
    note.text(name.str())
        .number(guard.pid)
        .of_run("pid of this session")
        .text(row.text(0, 2))
        .of_run("start of this session")
        .text(owner.str());
    const auto now = row.now();
    if (const auto noted = m_link.run("schedule_note", note, Effect::write); !noted)
        return noted.failure();
    m_guards[name.str()] = std::move(guard);
    return {true, now};
}

Answer<bool> PostgresSessionLocks::unlock(const LockName& name, SessionLockKind kind)
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
    Params params;
    params.text(name.str()).number(key_of(name)).of_run("key of " + name.str());
    const auto answer = m_link.run("session_lock_release", params, Effect::write);
    if (!answer)
        return answer.failure();
    return {answer->boolean(0, 1), answer.store_time()};
}

Answer<bool> PostgresSessionLocks::unlock_row(const LockName& name)
{
    auto node = m_guards.extract(name.str());
    if (node.empty())
        return false;
    Guard& guard = node.mapped();
    // First the note, so that the list never shows a holder who is gone.
    Params note;
    note.text(name.str()).number(guard.pid).of_run("pid of this session");
    const auto forgotten = m_link.run("schedule_forget", note, Effect::write);
    m_link.note("commit", "COMMIT", nullptr);
    auto done = guard.connection->is_alive() ? guard.connection->literal("COMMIT", deadline()) : Outcome<Result>{Trouble{}};
    if (std::holds_alternative<Trouble>(done))
        return false;
    return {true, forgotten.store_time()};
}

Answer<bool> PostgresSessionLocks::still_mine(const LockName& name, SessionLockKind kind)
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
    Params params;
    params.number(key_of(name)).of_run("key of " + name.str());
    const auto answer = m_link.run("session_lock_mine", params, Effect::read);
    if (!answer) {
        if (answer.failure().connection_lost && !m_link.interrupter()->is_interrupted())
            m_named.erase(name.str());
        return answer.failure();
    }
    return {answer->boolean(0, 1), answer.store_time()};
}

Answer<bool> PostgresSessionLocks::row_is_mine(const LockName& name)
{
    const auto held = m_guards.find(name.str());
    if (held == m_guards.end())
        return false;
    Connection& connection = *held->second.connection;
    if (connection.is_alive()) {
        auto answer = connection.query("still_mine", "SELECT lockdesk_now(), pg_backend_pid()", {}, deadline());
        if (const auto* result = std::get_if<Result>(&answer))
            return {result->number(0, 1) == held->second.pid, result->now()};
        const auto& trouble = std::get<Trouble>(answer);
        if (trouble.cause == Trouble::Cause::timeout || trouble.cause == Trouble::Cause::interrupted) {
            m_guards.erase(held);
            return failure(trouble, false);
        }
    }
    m_guards.erase(held);
    return false;
}

Answer<std::vector<SessionLockRow>> PostgresSessionLocks::all()
{
    const auto answer = m_link.run("session_lock_list", {}, Effect::read);
    if (!answer)
        return answer.failure();
    std::vector<SessionLockRow> rows;
    for (int i = 0; i < answer->rows(); ++i) {
        if (answer->is_null(i, 2))
            continue;
        Decoder d(*answer, i, 1);
        SessionLockRow row;
        row.name = d.text_or_empty();
        row.kind = session_lock_kind(d.text_or_empty()).value_or(SessionLockKind::named);
        row.session = d.text_or_empty();
        row.owner = d.text_or_empty();
        row.since = d.time();
        row.key = d.text_or_empty();
        row.about.id = row.session;
        row.about.since = d.time();
        row.about.program = d.text_or_empty();
        row.about.client = d.text_or_empty();
        row.about.state = d.text_or_empty();
        row.about.transaction_since = d.time();
        row.about.last_statement = d.text_or_empty();
        row.raw = d.json();
        const bool elsewhere = m_link.options().sandbox && row.name.empty();
        if (!elsewhere)
            rows.push_back(std::move(row));
    }
    return {std::move(rows), answer.store_time()};
}

Answer<Page<SessionLockRow>> PostgresSessionLocks::list(const ListRequest& request)
{
    auto rows = all();
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

} // namespace lockdesk::postgres
