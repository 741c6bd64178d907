// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"

#include "backends/engine/rules/listed_rows.h"
#include "backends/engine/text/command_line.h"
#include "backends/sql/rows.h"

#include <algorithm>
#include <map>
#include <thread>

namespace lockdesk::sql {

namespace {

constexpr auto end_patience = std::chrono::seconds{1};
constexpr auto end_poll = std::chrono::milliseconds{5};

class SqlSessionLocks final : public SessionLocks
{
public:
    SqlSessionLocks(Link& link, const SessionLockForms& forms) : m_link(link), m_forms(forms) {}

    Answer<bool> try_lock(const LockName& name, SessionLockKind kind, const OwnerId& owner) override
    {
        if (const auto opened = m_link.open(); !opened)
            return opened.failure();
        // The next client of the pooler would get the lock, and the session that took it could not release it.
        if (m_link.connection().is_pooled())
            return no_own_session_failure(m_link.place(), m_forms.no_own_session);
        return kind == SessionLockKind::named ? try_named(name, owner) : try_row(name, owner);
    }

    Answer<bool> unlock(const LockName& name, SessionLockKind kind) override
    {
        if (kind == SessionLockKind::skip_locked)
            return unlock_row(name);
        const auto held = m_named.find(name.str());
        if (held == m_named.end())
            return false;
        Driver& connection = m_link.connection();
        const bool same_session = connection.is_open() && held->second == connection.generation();
        m_named.erase(held);
        if (!same_session)
            return false;
        return decoded(m_link.run("session_lock_release", keyed(name, kind), Effect::write), first_boolean);
    }

    Answer<bool> still_mine(const LockName& name, SessionLockKind kind) override
    {
        if (kind == SessionLockKind::skip_locked)
            return row_is_mine(name);
        const auto held = m_named.find(name.str());
        if (held == m_named.end())
            return false;
        // The lock is lost with its connection, whether or not the server has noticed yet.
        if (!m_link.connection().is_alive() || held->second != m_link.connection().generation()) {
            m_named.erase(held);
            return false;
        }
        auto mine = decoded(m_link.run("session_lock_mine", keyed(name, kind), Effect::read), first_boolean);
        if (!mine && mine.failure().connection_lost && !m_link.interrupter()->is_interrupted())
            m_named.erase(name.str());
        return mine;
    }

    Answer<Page<SessionLockRow>> list(const ListRequest& request) override
    {
        return decoded(all_session_locks(m_link), [&](std::vector<SessionLockRow>& rows) {
            std::erase_if(rows, [&](const SessionLockRow& row) { return !fits(request.filter, row, {}); });
            Page<SessionLockRow> page;
            page.truncated = rows.size() > request.limit;
            rows.resize(std::min(rows.size(), request.limit));
            page.rows = std::move(rows);
            return page;
        });
    }

    Answer<std::optional<SessionLockRow>> find(const LockName& name, SessionLockKind kind) override
    {
        return m_forms.find(m_link, name, kind);
    }

    Answer<ForceAnswer> end_session(const ForceRelease& request, SessionLockKind kind) override
    {
        if (request.hold_off > Duration{0})
            return Failure::usage("a session lock cannot be held off");
        const auto answer = m_link.run_literal("session_lock_end", end_sql(request, kind), Effect::write);
        if (!answer)
            return answer.failure();
        ForceAnswer out;
        if (answer->is_null(0, 1))
            return decoded(find(request.name, kind), [&](const auto& row) {
                if (row)
                    out.holder = Holder{session_owner(*row), FencingToken{}, std::nullopt};
                return out;
            });
        out.result = ForceResult::released;
        await_end(request.name, kind, std::string(answer->text(0, 1)));
        return {out, answer.store_time()};
    }

    Answer<ForcePreview> preview_end_session(const ForceRelease& request, SessionLockKind kind) override
    {
        if (request.hold_off > Duration{0})
            return Failure::usage("a session lock cannot be held off");
        const auto held = find(request.name, kind);
        const auto rows = all_session_locks(m_link);
        if (!held || !rows)
            return held ? rows.failure() : held.failure();
        ForcePreview preview;
        preview.commands = {end_sql(request, kind)};
        preview.protection = Protection::none;
        SessionEnd& end = preview.ends.emplace();
        const SessionLockRow* const found = *held ? held_by(request.if_owner, **held, *rows) : nullptr;
        if (found == nullptr)
            return {std::move(preview), rows.store_time()};
        const SessionLockRow& own = *found;
        end.session = own.session;
        for (const SessionLockRow& row : *rows)
            if (row.session == own.session && (row.kind != own.kind || row.name != own.name || row.key != own.key))
                end.also_frees.push_back(row.name.empty() ? "key " + row.key : row.name);
        end.in_transaction = m_forms.in_transaction(m_link, own);
        end.program = own.about.program;
        return {std::move(preview), rows.store_time()};
    }

private:
    // One literal statement. Identifies the session by owner and the lock that it holds at this moment, as the operator saw
    // it, so that a reused number of a session is never hit.
    [[nodiscard]] std::string end_sql(const ForceRelease& request, SessionLockKind kind) const
    {
        std::string as_seen;
        if (!request.if_session.empty())
            as_seen += "\n     AND " + m_link.text("session_lock_of_session", {{"session", request.if_session}});
        if (request.if_acquired_at)
            as_seen += "\n     AND " + m_link.text("session_lock_since", {{"since", to_us(*request.if_acquired_at)}});
        if (request.if_token != FencingToken{})
            as_seen += "\n     AND false"; // session locks have no tokens
        auto values = keyed(request.name, kind).text("kind", word(kind)).text("owner", request.if_owner.str());
        values.sql("as_seen", as_seen);
        if (m_forms.complete_end != nullptr)
            m_forms.complete_end(m_link, request, kind, values);
        return m_link.text("session_lock_end", add_audit(values, request, command_line(request, word(kind))));
    }

    // Several sessions may hold one lock: PostgreSQL shares advisory locks. The requested one is not always the first.
    static const SessionLockRow* held_by(const OwnerId& owner, const SessionLockRow& first,
                                         const std::vector<SessionLockRow>& rows)
    {
        if (session_owner(first) == owner.str())
            return &first;
        const auto other = std::find_if(rows.begin(), rows.end(), [&](const SessionLockRow& row) {
            return row.kind == first.kind && row.key == first.key && (!row.key.empty() || row.name == first.name)
                   && session_owner(row) == owner.str();
        });
        return other == rows.end() ? nullptr : &*other;
    }

    [[nodiscard]] Values keyed(const LockName& name, SessionLockKind kind) const
    {
        Values values{{"name", name}};
        m_forms.add_key(m_link, values, name, kind);
        return values;
    }

    struct Guard
    {
        std::unique_ptr<Driver> connection;
        std::int64_t session = 0; ///< its number on the server
    };

    Answer<bool> try_named(const LockName& name, const OwnerId& owner)
    {
        const auto mine = still_mine(name, SessionLockKind::named);
        if (!mine || *mine)
            return mine;
        auto values = keyed(name, SessionLockKind::named).text("owner", owner.str());
        const auto taken = decoded(m_link.run("session_lock_try", values, Effect::write), first_boolean);
        if (taken && *taken)
            m_named[name.str()] = m_link.connection().generation();
        return taken;
    }

    Answer<bool> try_row(const LockName& name, const OwnerId& owner)
    {
        const auto mine = row_is_mine(name);
        if (!mine || *mine)
            return mine;
        auto values = keyed(name, SessionLockKind::skip_locked);
        if (const auto made = m_link.run("schedule_row", values, Effect::write); !made)
            return made.failure();
        const auto until = m_link.deadline();
        Guard guard;
        guard.connection = m_link.holder();
        if (const auto begun = m_link.begin_over(*guard.connection, "schedule_lock", "", until); !begun)
            return begun.failure();
        const auto locked = m_link.answer_over(*guard.connection, "schedule_lock", values, until);
        if (!locked)
            return locked.failure();
        if (locked->set(0).rows() == 0)
            return false;
        guard.session = locked->number(0, 1);
        values.number("session", guard.session).of_run("number of this session");
        values.text("start", locked->text(0, 2)).of_run("start of this session").text("owner", owner.str());
        if (const auto noted = m_link.run("schedule_note", values, Effect::write); !noted)
            return noted.failure();
        m_guards[name.str()] = std::move(guard);
        return {true, locked.store_time()};
    }

    Answer<bool> unlock_row(const LockName& name)
    {
        auto node = m_guards.extract(name.str());
        if (node.empty())
            return false;
        const Guard& guard = node.mapped();
        // Removes the note first, so that the list never shows a past holder.
        auto values = Values{{"name", name}, {"session", guard.session}}.of_run("number of this session");
        const auto forgotten = m_link.run("schedule_forget", values, Effect::write);
        const auto release = m_link.text("schedule_release");
        m_link.note("schedule_release", release);
        if (!guard.connection->is_alive())
            return false;
        const auto done = guard.connection->literal(release, m_link.deadline());
        if (std::holds_alternative<Trouble>(done))
            return false;
        return {true, forgotten.store_time()};
    }

    Answer<bool> row_is_mine(const LockName& name)
    {
        const auto held = m_guards.find(name.str());
        if (held == m_guards.end())
            return false;
        auto mine = m_link.holder_mine(*held->second.connection);
        if (!held->second.connection->is_open())
            m_guards.erase(held);
        return mine;
    }

    // Waits until the session's process or thread ends, a moment after the server's answer.
    void await_end(const LockName& name, SessionLockKind kind, const std::string& session)
    {
        const auto until = std::min(m_link.deadline(), std::chrono::steady_clock::now() + end_patience);
        const auto is_of = [&](const SessionLockRow& row) { return row.session == session; };
        while (std::chrono::steady_clock::now() < until) {
            const auto row = find(name, kind);
            const auto rows = all_session_locks(m_link);
            const bool here = row && *row && is_of(**row);
            if (!here && (!rows || std::none_of(rows->begin(), rows->end(), is_of)))
                return;
            std::this_thread::sleep_for(end_poll);
        }
    }

    Link& m_link;
    SessionLockForms m_forms;
    std::map<std::string, std::uint64_t> m_named; ///< generation of the connection that took it
    std::map<std::string, Guard> m_guards;
};

// Columns of these names describe the session, as far as the server knows it.
void read_about(RowDecoder& d, SessionLockRow& row, std::string_view column)
{
    if (column == "session_since")
        d.read(row.about.since);
    else if (column == "transaction_since")
        d.read(row.about.transaction_since);
    else
        d.read(OrEmpty{column == "program"  ? row.about.program
                       : column == "client" ? row.about.client
                       : column == "user"   ? row.about.user
                       : column == "state"  ? row.about.state
                                            : row.about.last_statement});
}

} // namespace

std::unique_ptr<SessionLocks> make_session_locks(Link& link, const SessionLockForms& forms)
{
    return std::make_unique<SqlSessionLocks>(link, forms);
}

std::vector<SessionLockRow> session_lock_rows(const Link& link, const Result& r)
{
    constexpr int first_about = 7;
    std::vector<SessionLockRow> rows;
    for (int i = 0; i < r.rows(); ++i) {
        if (r.is_null(i, 2))
            continue;
        RowDecoder d({r, i}, 1);
        SessionLockRow row;
        std::string kind;
        d.read(OrEmpty{row.name}, OrEmpty{kind}, OrEmpty{row.session}, OrEmpty{row.owner}, row.since, OrEmpty{row.key});
        row.kind = session_lock_kind(kind).value_or(SessionLockKind::named);
        row.about.id = row.session;
        for (int column = first_about; column < r.columns(); ++column)
            read_about(d, row, r.name(column));
        row.raw = d.json();
        const bool elsewhere = link.options().sandbox && row.name.empty();
        if (!elsewhere)
            rows.push_back(std::move(row));
    }
    return rows;
}

Answer<std::vector<SessionLockRow>> all_session_locks(Link& link)
{
    return decoded(link.run("session_lock_list", {}, Effect::read),
                   [&](const Result& r) { return session_lock_rows(link, r); });
}

} // namespace lockdesk::sql
