// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/link.h"

#include <algorithm>

namespace lockdesk::mariadb {

namespace {

constexpr const char* real_now = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

std::string option(const StoreUrl& url, const std::string& name)
{
    const auto found = url.options().find(name);
    return found == url.options().end() ? std::string{} : found->second;
}

bool is_on(const StoreUrl& url, const std::string& name)
{
    const auto value = option(url, name);
    return value == "1" || value == "true" || value == "on" || value == "yes";
}

// Its time zone is not among it: every clock that we read is UTC. A transaction whose program was frozen ends with its
// connection, so that nobody waits for its rows; a wait for a row ends early enough to try again.
std::string session_setup(const SessionOptions& options)
{
    const auto seconds = std::clamp<long long>(std::chrono::ceil<std::chrono::seconds>(options.timeout).count(), 1, 86400);
    std::string setup =
        "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', autocommit = 1, "
        "innodb_lock_wait_timeout = "
        + std::to_string(lock_wait(options).count()) + ", lock_wait_timeout = " + std::to_string(seconds)
        + ", idle_transaction_timeout = " + std::to_string(seconds + 5) + ", max_statement_time = "
        + std::to_string(seconds + 2) + "; SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED";
    if (options.read_only)
        setup += "; SET SESSION TRANSACTION READ ONLY";
    return setup;
}

} // namespace

std::chrono::seconds lock_wait(const SessionOptions& options)
{
    const auto half = std::chrono::floor<std::chrono::seconds>(options.timeout / 2);
    return std::clamp(half, std::chrono::seconds{1}, std::chrono::seconds{86400});
}

std::string table_prefix(const std::optional<SandboxId>& sandbox)
{
    return sandbox ? "lockdesk_sb_" + sandbox->str() + "_" : "lockdesk_";
}

Values fixed_values(const std::optional<SandboxId>& sandbox)
{
    const auto prefix = table_prefix(sandbox);
    Values values;
    values.sql("p", prefix).sql("real", real_now);
    values.sql("now", !sandbox ? real_now
                               : "(SELECT sbc.base + CAST(ROUND((" + std::string(real_now)
                                     + " - sbc.set_at) * sbc.rate) AS SIGNED) FROM " + prefix + "clock sbc)");
    for (const auto* columns : {"task_columns", "outbox_columns"})
        values.sql(columns, Template(statement_text(columns), values).fill({}));
    return values;
}

Place place_of(const StoreUrl& url, const SessionOptions& options)
{
    Place place;
    const auto socket = option(url, "socket");
    place.server = !socket.empty() ? socket : url.host().empty() ? "the local socket" : url.host();
    if (place.server.find(':') != std::string::npos)
        place.server = "[" + place.server + "]";
    if (socket.empty() && !url.host().empty())
        place.server += ":" + std::to_string(url.port() == 0 ? 3306 : url.port());
    place.database = url.path();
    place.user = url.user();
    place.sandbox = options.sandbox ? options.sandbox->str() : std::string{};
    place.store = url.redacted();
    return place;
}

ConnectOptions connect_options(const StoreUrl& url, const SessionOptions& options)
{
    ConnectOptions out;
    out.host = url.host();
    out.port = url.port() == 0 ? 3306 : url.port();
    out.user = url.user();
    out.password = url.password();
    out.database = url.path();
    out.socket = option(url, "socket");
    out.program = options.application_name;
    out.tls_authority = option(url, "ssl-ca");
    out.tls_verify = is_on(url, "ssl-verify-server-cert");
    out.tls = out.tls_verify || is_on(url, "ssl");
    out.setup = session_setup(options);
    out.read_only = options.read_only;
    return out;
}

} // namespace lockdesk::mariadb
