// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/mariadb_store.h"

#include "backends/engine/session_lock_source.h"
#include "backends/formats/dist_lock.h"
#include "backends/formats/shed_lock.h"
#include "backends/mariadb/foreign_sources.h"
#include "backends/mariadb/server_forms.h"

namespace lockdesk {

namespace mariadb {

namespace {

bool has_hints(sql::Link&) { return false; }

class MariaDbStore final : public Store
{
public:
    explicit MariaDbStore(const StoreUrl& url) : m_url(url) {}

    const StoreUrl& url() const override { return m_url; }

    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        const auto foreign = [&] {
            auto bare = options;
            bare.without_schema = true;
            return std::make_unique<Link>(m_url, bare);
        };
        if (dist_lock::is_source(options.source))
            return sql::open_dist_lock(foreign(), options, foreign_forms());
        if (shed_lock::is_source(options.source))
            return sql::open_shed_lock(foreign(), options, foreign_forms());
        if (const auto kind = session_lock_kind(options.source))
            return open_session_lock_source(*this, options, *kind);
        if (options.source != "lockdesk")
            return unsupported_failure("MariaDB has no source '" + options.source
                                       + "' here; lockdesk, named, skip-locked, dist_lock and shedlock are there");
        return sql::open_session(std::make_unique<Link>(m_url, options), server_forms());
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

const sql::ServerForms& server_forms()
{
    static const sql::ServerForms forms{"mariadb",            task_verbs,     outbox_verbs, apply_to_draw,
                                        session_lock_forms(), admin_forms(), make_changes, make_statements,
                                        has_hints};
    return forms;
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
