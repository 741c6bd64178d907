// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/link.h"

#include "backends/engine/contracts/marked_sessions.h"
#include "backends/engine/text/fold.h"
#include "backends/mariadb/sql_text.h"
#include "backends/sql/sandbox_login.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <utility>

namespace lockdesk::mariadb {

namespace {

constexpr const char* real_now = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

using Mode = TlsOptions::Mode;
const std::map<std::string, Mode> client_modes{{"disabled", Mode::off},
                                               {"preferred", Mode::prefer},
                                               {"required", Mode::require},
                                               {"verify_ca", Mode::authority},
                                               {"verify_identity", Mode::verify}};

// The spelling of MySQL's and MariaDB's clients: ssl, ssl-mode, ssl-ca, ssl-cert, ssl-key, ssl-verify-server-cert. A CA
// file implies verification, whatever is not stated: otherwise the named file would have no effect.
Answer<TlsOptions> take_client_spelling(UrlOptions& options)
{
    TlsOptions tls;
    if (const auto text = options.take("ssl")) {
        const auto on = parse_switch(*text);
        if (!on)
            return bad_option("ssl", "1 or 0");
        tls.mode = *on ? Mode::require : Mode::off;
    }
    if (const auto text = options.take("ssl-mode")) {
        const auto mode = client_modes.find(lower_case(*text));
        if (mode == client_modes.end())
            return bad_option("ssl-mode", "DISABLED, PREFERRED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY");
        if (tls.mode != Mode::unsaid && (tls.mode == Mode::off) != (mode->second == Mode::off))
            return Failure::usage("the URL's options 'ssl' and 'ssl-mode' contradict each other");
        tls.mode = std::max(tls.mode, mode->second);
    }
    std::optional<bool> names;
    if (const auto text = options.take("ssl-verify-server-cert")) {
        names = parse_switch(*text);
        if (!names)
            return bad_option("ssl-verify-server-cert", "1 or 0");
    }
    const auto taken =
        take_texts(options, {{"ssl-ca", &tls.authorities}, {"ssl-cert", &tls.certificate}, {"ssl-key", &tls.key}});
    if (!taken)
        return taken.failure();
    const char* const given = *taken != nullptr || names != true ? *taken : "ssl-verify-server-cert";
    if (given != nullptr && (tls.mode == Mode::off || tls.mode == Mode::prefer))
        return Failure::usage("the URL's option '" + std::string(given) + "' contradicts the one that lets TLS be left out");
    if (!tls.key.empty() && tls.certificate.empty())
        return Failure::usage("the URL's option 'ssl-key' needs ssl-cert beside it");
    if (names == true)
        tls.mode = Mode::verify;
    else if (!tls.authorities.empty() && tls.mode < Mode::authority)
        tls.mode = names == false ? Mode::authority : Mode::verify;
    else if (given != nullptr && tls.mode == Mode::unsaid)
        tls.mode = Mode::require;
    if (names == false && tls.mode == Mode::verify)
        return Failure::usage("the URL's option 'ssl-verify-server-cert' contradicts ssl-mode");
    return tls;
}

// Most connections of a lesson's process: its own session, its statements, and those of its parts.
constexpr int places_of_a_mark = 24;

// Sets no time zone: every clock that we read is UTC. A transaction of a frozen program ends with its connection, so that
// no session waits for its rows; a wait for a row ends early enough for a retry.
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
    if (const auto mark = mark_of(options.application_name); !mark.empty())
        setup += "; DO " + taking_mark(mark);
    return setup;
}

} // namespace

std::string taking_mark(const std::string& mark)
{
    const auto taking = [&](int place) {
        return "GET_LOCK(" + literal("lockdesk mark " + mark + " " + std::to_string(place)) + ", 0) = 1";
    };
    return sql::joined(std::views::iota(0, places_of_a_mark), taking, " OR ");
}

std::chrono::seconds lock_wait(const SessionOptions& options)
{
    const auto half = std::chrono::floor<std::chrono::seconds>(options.timeout / 2);
    return std::clamp(half, std::chrono::seconds{1}, std::chrono::seconds{86400});
}

std::string table_prefix(const std::optional<SandboxId>& sandbox)
{
    return sandbox ? sql::sandbox_name(*sandbox) + "_" : "lockdesk_";
}

Values fixed_values(const std::optional<SandboxId>& sandbox)
{
    const auto prefix = table_prefix(sandbox);
    Values values;
    values.sql("p", prefix).sql("real", real_now);
    values.sql("now", !sandbox ? real_now
                               : "(SELECT sbc.base + CAST(ROUND((" + std::string(real_now)
                                     + " - sbc.set_at) * sbc.rate) AS SIGNED) FROM " + prefix + "clock sbc)");
    for (const auto* piece :
         {"task_columns", "task_into", "outbox_columns", "lock_state", "task_due", "task_final", "token_left", "audit_key",
          "removed_prune", "task_timeout", "task_parks"})
        values.sql(piece, Template(statement_text(piece), values).fill({}));
    return values;
}

Answer<UrlWishes> url_wishes(const StoreUrl& url)
{
    UrlOptions options(url);
    UrlWishes out;
    if (auto socket = options.take("socket")) {
        if (socket->empty())
            return bad_option("socket", "a path");
        if (!url.host().empty() || url.port() != 0)
            return Failure::usage("the URL's option 'socket' stands beside a host; one of them is where to connect");
        out.socket = *std::move(socket);
    }
    const char* const ours = own_tls_option(options);
    auto tls = take_tls_options(options);
    if (!tls)
        return tls.failure();
    auto client = take_client_spelling(options);
    if (!client)
        return client.failure();
    if (auto unknown = options.unknown("MariaDB"))
        return *unknown;
    if (ours != nullptr && client->mode != TlsOptions::Mode::unsaid)
        return two_spellings(ours, "ssl options");
    out.tls = ours != nullptr ? *std::move(tls) : *std::move(client);
    return out;
}

Place place_of(const StoreUrl& url, const SessionOptions& options)
{
    const auto wishes = url_wishes(url);
    const std::string socket = wishes ? wishes->socket : std::string{};
    auto place = sql::place_of("MariaDB", url, options, socket.empty() ? url.host() : socket);
    if (socket.empty() && !url.host().empty())
        place.server += ":" + std::to_string(url.port() == 0 ? 3306 : url.port());
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
    out.program = options.application_name;
    // The caller has checked the URL's options before.
    if (const auto wishes = url_wishes(url)) {
        out.socket = wishes->socket;
        out.tls = wishes->tls;
    } else {
        out.tls.mode = TlsOptions::Mode::verify;
    }
    out.setup = session_setup(options);
    out.read_only = options.read_only;
    return out;
}

} // namespace lockdesk::mariadb
