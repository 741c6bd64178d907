// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"

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
    c.hints = own_session && forms.hints != nullptr && forms.hints(link);
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

class SqlSession final : public LinkSession
{
public:
    SqlSession(std::unique_ptr<Link> line, const ServerForms& forms) : LinkSession(Capabilities(), std::move(line))
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
                      .draws = make_draws(link, forms.draw_values),
                      .statements = forms.statements(link),
                      .admin = make_admin(link, forms.admin)};
    }

    /// Reads the server's durability into the capabilities.
    void learn() { m_capabilities.take(durability_or_unknown(admin().durability())); }
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

class SqlStore final : public Store
{
public:
    SqlStore(const StoreUrl& url, const ServerForms& forms, MakeLink make_link, Listen listen)
        : m_url(url), m_forms(forms), m_make_link(std::move(make_link)), m_listen(std::move(listen))
    {
    }

    const StoreUrl& url() const override { return m_url; }

    // Connects unless the options say later.
    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        auto bare = options;
        bare.without_schema = true;
        if (dist_lock::is_source(options.source))
            return open_dist_lock(m_make_link(bare), options, m_forms);
        if (shed_lock::is_source(options.source))
            return open_shed_lock(m_make_link(bare), options, m_forms);
        if (const auto kind = session_lock_kind(options.source))
            return open_session_lock_source(*this, options, *kind);
        if (options.source == "lockdesk")
            return open_own(m_make_link(options), m_forms);
        return Failure::unsupported(std::string(m_forms.product) + " has no source '" + options.source
                                    + "' here; lockdesk, named, skip-locked, dist_lock and shedlock are there");
    }

    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override
    {
        return m_listen(std::move(topics), options, stop);
    }

private:
    StoreUrl m_url;
    const ServerForms& m_forms;
    MakeLink m_make_link;
    Listen m_listen;
};

} // namespace

std::unique_ptr<Session> make_session(std::unique_ptr<Link> link, const ServerForms& forms)
{
    return std::make_unique<SqlSession>(std::move(link), forms);
}

std::unique_ptr<Store> make_store(const StoreUrl& url, const ServerForms& forms, MakeLink make_link, Listen listen)
{
    return std::make_unique<SqlStore>(url, forms, std::move(make_link), std::move(listen));
}

} // namespace lockdesk::sql
