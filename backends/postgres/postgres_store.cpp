// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/postgres_store.h"

#include "backends/engine/session_lock_source.h"
#include "backends/formats/dist_lock.h"
#include "backends/formats/shed_lock.h"
#include "backends/postgres/dist_lock_source.h"
#include "backends/postgres/hint_listener.h"
#include "backends/postgres/session.h"
#include "backends/postgres/shed_lock_source.h"

namespace lockdesk {

namespace postgres {

namespace {

Capabilities own_capabilities(Link& link)
{
    const bool own_session = !link.connection().is_pooled();
    Capabilities c;
    c.store = "postgresql";
    c.version = link.server_version();
    c.hints = own_session && !link.in_recovery();
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

std::shared_ptr<HintSender> make_sender(const StoreUrl& url)
{
    SessionOptions options;
    options.timeout = std::chrono::seconds{2};
    options.application_name = "lockdesk hints";
    return std::make_shared<HintSender>(connect_options(url, options));
}

class PostgresStore final : public Store
{
public:
    explicit PostgresStore(const StoreUrl& url) : m_url(url), m_hints(make_sender(url)) {}

    const StoreUrl& url() const override { return m_url; }

    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        if (dist_lock::is_source(options.source))
            return open_dist_lock(m_url, options);
        if (shed_lock::is_source(options.source))
            return open_shed_lock(m_url, options);
        if (const auto kind = session_lock_kind(options.source))
            return open_session_lock_source(*this, options, *kind);
        if (options.source != "lockdesk")
            return unsupported_failure("PostgreSQL has no source '" + options.source
                                       + "' here; lockdesk, named, skip-locked, dist_lock and shedlock are there");
        auto link = std::make_unique<Link>(m_url, options, m_hints);
        if (options.connect_later)
            return std::unique_ptr<Session>(std::make_unique<PostgresSession>(std::move(link)));
        if (const auto opened = link->open(); !opened)
            return opened.failure();
        auto session = std::make_unique<PostgresSession>(std::move(link));
        session->learn();
        return std::unique_ptr<Session>(std::move(session));
    }

    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override
    {
        auto listener = std::make_unique<PostgresHintListener>(m_url, options, std::move(topics));
        // Keeps the address: the return moves the pointer away while a stop may still call this.
        const std::stop_callback cut(stop, [own = listener.get()] { own->interrupt(); });
        if (const auto listening = listener->listen(); !listening)
            return listening.failure();
        return std::unique_ptr<HintListener>(std::move(listener));
    }

private:
    StoreUrl m_url;
    std::shared_ptr<HintSender> m_hints;
};

} // namespace

PostgresSession::PostgresSession(std::unique_ptr<Link> link)
    : m_link(std::move(link)), m_capabilities(own_capabilities(*m_link)), m_locks(*m_link), m_fence(*m_link),
      m_tasks(*m_link), m_outbox(*m_link), m_records(*m_link), m_session_locks(*m_link), m_workers(*m_link),
      m_changes(*m_link), m_audit(*m_link), m_draws(*m_link), m_statements(*m_link), m_admin(*m_link)
{
}

} // namespace postgres

Answer<std::unique_ptr<Store>> open_postgres_store(const StoreUrl& url)
{
    if (url.scheme() != "postgresql")
        return usage_failure("'" + url.scheme() + "' is no PostgreSQL URL");
    if (const auto wishes = postgres::url_wishes(url); !wishes)
        return wishes.failure();
    return std::unique_ptr<Store>(std::make_unique<postgres::PostgresStore>(url));
}

} // namespace lockdesk
