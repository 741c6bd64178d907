// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/mariadb_store.h"

#include "backends/mariadb/server_forms.h"

namespace lockdesk {

namespace mariadb {

namespace {

// The candidates are the distinct persons and their positions in the batch, as rows of VALUES.
Values draw_values(const EventId& event, std::span<const PersonId> persons)
{
    std::string candidates;
    std::set<std::string_view> seen;
    for (const PersonId& person : persons)
        if (seen.insert(person.str()).second)
            candidates += (candidates.empty() ? "(" : ", (") + literal(person.str()) + ", " + std::to_string(seen.size()) + ")";
    return Values().text("event", event.str()).sql("candidates", candidates).sql("persons", literals(persons, &PersonId::str));
}

} // namespace

// A TIMESTAMP ends in January 2038 in any zone.
constexpr TimePoint end_of_timestamps{Duration{2'147'385'600'000'000}};

const sql::ServerForms& server_forms()
{
    static const sql::ServerForms forms{"mariadb",       "MariaDB",          task_verbs,  outbox_verbs,
                                        draw_values,     session_lock_forms, admin_forms, make_changes,
                                        make_statements, {"datetime(6)", false, end_of_timestamps}, nullptr};
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
    const auto make_link = [url](const SessionOptions& of) { return mariadb::make_link(url, of); };
    const auto listen = [](const auto&, const SessionOptions&, const std::stop_token&) {
        return Failure::unsupported("MariaDB has nothing that wakes a listener; whoever waits polls");
    };
    return sql::make_store(url, mariadb::server_forms(), make_link, listen);
}

} // namespace lockdesk
