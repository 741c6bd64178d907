// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/postgres_store.h"

#include "backends/postgres/hint_listener.h"
#include "backends/postgres/server_forms.h"

namespace lockdesk {

namespace postgres {

namespace {

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
        return sql::open_source(*this, options, server_forms(), [&](const SessionOptions& of) {
            return make_link(m_url, of, of.source == "lockdesk" ? m_hints : nullptr);
        });
    }

    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override
    {
        return open_listener(m_url, options, std::move(topics), stop);
    }

private:
    StoreUrl m_url;
    std::shared_ptr<HintSender> m_hints;
};

} // namespace

const sql::ServerForms& server_forms()
{
    static const sql::ServerForms forms{.store = "postgresql",
                                        .product = "PostgreSQL",
                                        .tasks = task_verbs,
                                        .outbox = outbox_verbs,
                                        .apply_to_draw = apply_to_draw,
                                        .session_locks = session_lock_forms,
                                        .admin = admin_forms,
                                        .changes = make_changes,
                                        .statements = make_statements,
                                        .foreign = foreign_forms,
                                        .hints = has_hints};
    return forms;
}

} // namespace postgres

Answer<std::unique_ptr<Store>> open_postgres_store(const StoreUrl& url)
{
    if (url.scheme() != "postgresql")
        return Failure::usage("'" + url.scheme() + "' is no PostgreSQL URL");
    if (const auto wishes = postgres::url_wishes(url); !wishes)
        return wishes.failure();
    return std::unique_ptr<Store>(std::make_unique<postgres::PostgresStore>(url));
}

} // namespace lockdesk
