// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/mariadb_store.h"

#include "backends/engine/session_lock_source.h"
#include "backends/formats/dist_lock.h"
#include "backends/formats/shed_lock.h"
#include "backends/mariadb/dist_lock_source.h"
#include "backends/mariadb/session.h"
#include "backends/mariadb/shed_lock_source.h"

namespace lockdesk {

namespace mariadb {

namespace {

Capabilities own_capabilities(Link& link)
{
    const bool own_session = !link.connection().is_pooled();
    Capabilities c;
    c.store = "mariadb";
    c.hints = false;
    c.version = link.server_version();
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

class MariaDbStore final : public Store
{
public:
    explicit MariaDbStore(const StoreUrl& url) : m_url(url) {}

    const StoreUrl& url() const override { return m_url; }

    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        if (shed_lock::is_source(options.source))
            return open_shed_lock(m_url, options);
        if (dist_lock::is_source(options.source))
            return open_dist_lock(m_url, options);
        if (const auto kind = session_lock_kind(options.source))
            return open_session_lock_source(*this, options, *kind);
        if (options.source != "lockdesk")
            return unsupported_failure("MariaDB has no source '" + options.source
                                       + "' here; lockdesk, named, skip-locked, dist_lock and shedlock are there");
        auto link = std::make_unique<Link>(m_url, options);
        if (options.connect_later)
            return std::unique_ptr<Session>(std::make_unique<MariaDbSession>(std::move(link)));
        if (const auto opened = link->open(); !opened)
            return opened.failure();
        auto session = std::make_unique<MariaDbSession>(std::move(link));
        session->learn();
        return std::unique_ptr<Session>(std::move(session));
    }

    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic>, const SessionOptions&,
                                                 const std::stop_token&) override
    {
        return unsupported_failure("MariaDB has nothing that wakes a listener; whoever waits polls");
    }

private:
    StoreUrl m_url;
};

} // namespace

MariaDbSession::MariaDbSession(std::unique_ptr<Link> link)
    : m_link(std::move(link)), m_capabilities(own_capabilities(*m_link)), m_locks(*m_link), m_fence(*m_link),
      m_tasks(*m_link), m_outbox(*m_link), m_records(*m_link), m_session_locks(*m_link), m_workers(*m_link),
      m_changes(*m_link), m_audit(*m_link), m_draws(*m_link), m_statements(*m_link), m_admin(*m_link)
{
}

} // namespace mariadb

Answer<std::unique_ptr<Store>> open_mariadb_store(const StoreUrl& url)
{
    if (url.scheme() != "mariadb")
        return usage_failure("'" + url.scheme() + "' is no MariaDB URL");
    const auto wishes = mariadb::url_wishes(url);
    if (!wishes)
        return wishes.failure();
    const bool own = url.options().contains("tls-ca") || url.options().contains("tls-cert");
    if (auto failure =
            unreadable_tls_file(wishes->tls, own ? TlsFileNames{} : TlsFileNames{"ssl-ca", "ssl-cert", "ssl-key"}))
        return *failure;
    return std::unique_ptr<Store>(std::make_unique<mariadb::MariaDbStore>(url));
}

} // namespace lockdesk
