// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/session.h"

#include "backends/engine/runners/session_lock_source.h"
#include "backends/formats/dist_lock.h"
#include "backends/formats/shed_lock.h"

namespace lockdesk::sql {

namespace {

Capabilities server_capabilities(Link& link, const ServerForms& forms)
{
    const bool own_session = !link.connection().is_pooled();
    Capabilities c;
    c.store = forms.store;
    c.version = link.server_version();
    c.hints = own_session && forms.hints(link);
    c.session_locks = own_session;
    c.draws = true;
    c.fenced_writes = true;
    c.statements = own_session;
    c.foreign_keys = true;
    c.skip_locked = own_session;
    c.strategies = {ClaimStrategy::atomic, ClaimStrategy::plain, ClaimStrategy::skip_locked_2, ClaimStrategy::version,
                    ClaimStrategy::none};
    return c;
}

class SqlSession final : public Session
{
public:
    SqlSession(std::unique_ptr<Link> link, const ServerForms& forms)
        : m_link(std::move(link)), m_capabilities(server_capabilities(*m_link, forms)), m_locks(make_locks(*m_link)),
          m_fence(make_fence(*m_link)), m_tasks(make_tasks(*m_link, forms.tasks)),
          m_outbox(make_outbox(*m_link, forms.outbox)), m_records(make_records(*m_link)),
          m_session_locks(make_session_locks(*m_link, forms.session_locks)), m_workers(make_workers(*m_link)),
          m_changes(forms.changes(*m_link)), m_audit(make_audit(*m_link)),
          m_draws(make_draws(*m_link, forms.apply_to_draw)), m_statements(forms.statements(*m_link)),
          m_admin(make_admin(*m_link, forms.admin))
    {
    }

    /// Reads the server's durability into the capabilities.
    void learn() { m_capabilities.take(told_or_unknown(m_admin->durability())); }

    const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return *m_locks; }
    Fence& fence() override { return *m_fence; }
    Tasks& tasks() override { return *m_tasks; }
    Outbox& outbox() override { return *m_outbox; }
    Records& records() override { return *m_records; }
    SessionLocks& session_locks() override { return *m_session_locks; }
    Workers& workers() override { return *m_workers; }
    Changes& changes() override { return *m_changes; }
    Audit& audit() override { return *m_audit; }
    Draws& draws() override { return *m_draws; }
    Statements& statements() override { return *m_statements; }
    Admin& admin() override { return *m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_link->options().trace.get(); }
    void interrupt() noexcept override { m_link->interrupter()->interrupt(); }

private:
    std::unique_ptr<Link> m_link;
    Capabilities m_capabilities;
    std::unique_ptr<Locks> m_locks;
    std::unique_ptr<Fence> m_fence;
    std::unique_ptr<Tasks> m_tasks;
    std::unique_ptr<Outbox> m_outbox;
    std::unique_ptr<Records> m_records;
    std::unique_ptr<SessionLocks> m_session_locks;
    std::unique_ptr<Workers> m_workers;
    std::unique_ptr<Changes> m_changes;
    std::unique_ptr<Audit> m_audit;
    std::unique_ptr<Draws> m_draws;
    std::unique_ptr<Statements> m_statements;
    std::unique_ptr<Admin> m_admin;
};

} // namespace

std::unique_ptr<Session> make_session(std::unique_ptr<Link> link, const ServerForms& forms)
{
    return std::make_unique<SqlSession>(std::move(link), forms);
}

namespace {

// Opens a session whose capabilities state the server's durability.
Answer<std::unique_ptr<Session>> open_own(std::unique_ptr<Link> link, const ServerForms& forms)
{
    if (link->options().connect_later)
        return make_session(std::move(link), forms);
    if (const auto opened = link->open(); !opened)
        return opened.failure();
    auto session = std::make_unique<SqlSession>(std::move(link), forms);
    session->learn();
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace

Answer<std::unique_ptr<Session>> open_source(Store& store, const SessionOptions& options, const ServerForms& forms,
                                             const std::function<std::unique_ptr<Link>(const SessionOptions&)>& make_link)
{
    auto bare = options;
    bare.without_schema = true;
    if (dist_lock::is_source(options.source))
        return open_dist_lock(make_link(bare), options, forms.foreign);
    if (shed_lock::is_source(options.source))
        return open_shed_lock(make_link(bare), options, forms.foreign);
    if (const auto kind = session_lock_kind(options.source))
        return open_session_lock_source(store, options, *kind);
    if (options.source == "lockdesk")
        return open_own(make_link(options), forms);
    return Failure::unsupported(std::string(forms.product) + " has no source '" + options.source
                                + "' here; lockdesk, named, skip-locked, dist_lock and shedlock are there");
}

} // namespace lockdesk::sql
