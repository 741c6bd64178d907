// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"

#include "backends/engine/contracts/concern_session.h"
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
    c.sql = true;
    c.statements = own_session;
    c.foreign_keys = true;
    c.skip_locked = own_session;
    c.strategies = {ClaimStrategy::atomic, ClaimStrategy::plain, ClaimStrategy::skip_locked_2, ClaimStrategy::version,
                    ClaimStrategy::none};
    return c;
}

class SqlSession final : public ConcernSession<std::unique_ptr<Link>>
{
public:
    SqlSession(std::unique_ptr<Link> line, const ServerForms& forms) : ConcernSession(Capabilities(), std::move(line))
    {
        Link& link = *m_line;
        m_capabilities = server_capabilities(link, forms);
        m_concerns = {.locks = make_locks(link),
                      .fence = make_fence(link),
                      .tasks = make_tasks(link, forms.tasks),
                      .outbox = make_outbox(link, forms.outbox),
                      .records = make_records(link),
                      .session_locks = make_session_locks(link, forms.session_locks),
                      .workers = make_workers(link),
                      .changes = forms.changes(link),
                      .audit = make_audit(link),
                      .draws = make_draws(link, forms.apply_to_draw),
                      .statements = forms.statements(link),
                      .admin = make_admin(link, forms.admin)};
    }

    /// Reads the server's durability into the capabilities.
    void learn() { m_capabilities.take(told_or_unknown(admin().durability())); }

    [[nodiscard]] StatementTrace* rehearsed() const override { return m_line->options().trace.get(); }
    void interrupt() noexcept override { m_line->interrupter()->interrupt(); }
};

// Opens a session whose capabilities state the server's durability.
Answer<std::unique_ptr<Session>> open_own(std::unique_ptr<Link> link, const ServerForms& forms)
{
    const bool connects = !link->options().connect_later;
    if (connects)
        if (const auto opened = link->open(); !opened)
            return opened.failure();
    auto session = std::make_unique<SqlSession>(std::move(link), forms);
    if (connects)
        session->learn();
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace

std::unique_ptr<Session> make_session(std::unique_ptr<Link> link, const ServerForms& forms)
{
    return std::make_unique<SqlSession>(std::move(link), forms);
}

Answer<std::unique_ptr<Session>> open_source(Store& store, const SessionOptions& options, const ServerForms& forms,
                                             const std::function<std::unique_ptr<Link>(const SessionOptions&)>& make_link)
{
    auto bare = options;
    bare.without_schema = true;
    if (dist_lock::is_source(options.source))
        return open_dist_lock(make_link(bare), options, forms);
    if (shed_lock::is_source(options.source))
        return open_shed_lock(make_link(bare), options, forms);
    if (const auto kind = session_lock_kind(options.source))
        return open_session_lock_source(store, options, *kind);
    if (options.source == "lockdesk")
        return open_own(make_link(options), forms);
    return Failure::unsupported(std::string(forms.product) + " has no source '" + options.source
                                + "' here; lockdesk, named, skip-locked, dist_lock and shedlock are there");
}

} // namespace lockdesk::sql
