// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/mariadb_store.h"

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
        return sql::open_source(*this, options, server_forms(),
                                [&](const SessionOptions& of) { return make_link(m_url, of); });
    }

    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic>, const SessionOptions&,
                                                 const std::stop_token&) override
    {
        return Failure::unsupported("MariaDB has nothing that wakes a listener; whoever waits polls");
    }

private:
    StoreUrl m_url;
};

} // namespace

const sql::ServerForms& server_forms()
{
    static const sql::ServerForms forms{"mariadb",       "MariaDB",          task_verbs,  outbox_verbs,
                                        apply_to_draw,   session_lock_forms, admin_forms, make_changes,
                                        make_statements, foreign_forms,      has_hints};
    return forms;
}

} // namespace mariadb

Answer<std::unique_ptr<Store>> open_mariadb_store(const StoreUrl& url)
{
    if (url.scheme() != "mariadb")
        return Failure::usage("'" + url.scheme() + "' is no MariaDB URL");
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
