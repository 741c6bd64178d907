// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/postgres_store.h"

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

Values draw_values(const EventId& event, std::span<const PersonId> persons)
{
    return {{"event", event}, {"persons", array_of(persons, &PersonId::str)}};
}

} // namespace

// The end of the year 9999: later times do not fit into every client's types.
constexpr TimePoint end_of_stamps{Duration{253'402'300'799'000'000}};

const sql::ServerForms& server_forms()
{
    static const sql::ServerForms forms{.store = "postgresql",
                                        .product = "PostgreSQL",
                                        .tasks = task_verbs,
                                        .outbox = outbox_verbs,
                                        .draw_values = draw_values,
                                        .session_locks = session_lock_forms,
                                        .admin = admin_forms,
                                        .changes = make_changes,
                                        .statements = make_statements,
                                        .foreign = {"timestamptz", true, end_of_stamps},
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
    const auto make_link = [url, hints = postgres::make_sender(url)](const SessionOptions& of) {
        return postgres::make_link(url, of, of.source == "lockdesk" ? hints : nullptr);
    };
    const auto listen = [url](std::vector<HintTopic> topics, const SessionOptions& options, const std::stop_token& stop) {
        return postgres::open_listener(url, options, std::move(topics), stop);
    };
    return sql::make_store(url, postgres::server_forms(), make_link, listen);
}

} // namespace lockdesk
