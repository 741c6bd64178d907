// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/connection.h"

#include "backends/engine/text/text.h"
#include "backends/net/resolver.h"
#include "backends/sql/values.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <regex>
#include <utility>

namespace lockdesk::postgres {

namespace {

constexpr std::string_view too_many_connections = "53300";
constexpr std::string_view starting_up = "57P03";
// pgbouncer's error for a keyword in the startup packet that it is not configured to ignore.
constexpr std::string_view not_for_a_pooler = "unsupported startup parameter";

// The SQLSTATE of a failure to connect is only in the verbose text: "FATAL:  28P01: password ...".
std::string sqlstate_in(const std::string& text)
{
    static const std::regex code(":  ([0-9A-Z]{5}):");
    std::smatch found;
    return std::regex_search(text, found, code) ? found.str(1) : std::string();
}

std::string without_location(std::string text)
{
    const auto code = sqlstate_in(text);
    if (!code.empty())
        text.erase(text.find(code + ": "), code.size() + 2);
    if (const auto location = text.find("\nLOCATION:"); location != std::string::npos)
        text.erase(location, text.find('\n', location + 1) == std::string::npos ? std::string::npos
                                                                                : text.find('\n', location + 1) - location);
    return one_line(text);
}

} // namespace

bool Connection::is_passing(const Trouble& trouble) const
{
    return trouble.code == too_many_connections || trouble.code == starting_up;
}

std::optional<Trouble> Connection::resolve(ConnectOptions& options, SteadyPoint deadline)
{
    const bool resolved = options.contains("hostaddr");
    const auto name = options.extract("tls-name");
    const auto host = options.find("host");
    const std::string certificate_name = name.empty() ? std::string() : name.mapped();
    if (!certificate_name.empty() && host != options.end() && (resolved || net::is_address(host->second))) {
        options.try_emplace("hostaddr", std::exchange(host->second, certificate_name));
        return std::nullopt;
    }
    if (resolved || host == options.end() || host->second.empty() || host->second.starts_with('/')
        || host->second.starts_with('@') || host->second.find(',') != std::string::npos || net::is_address(host->second))
        return std::nullopt;
    auto looked_up = addresses_of(host->second, deadline);
    if (auto* trouble = std::get_if<Trouble>(&looked_up))
        return std::move(*trouble);
    const auto& addresses = std::get<std::vector<std::string>>(looked_up);
    const std::string& of_each = certificate_name.empty() ? host->second : certificate_name;
    options["hostaddr"] = sql::joined(addresses, std::identity(), ",");
    host->second = sql::joined(addresses, [&](const auto&) { return of_each; }, ",");
    return std::nullopt;
}

std::optional<Trouble> Connection::start(SteadyPoint deadline)
{
    auto trouble = connect(m_options, deadline);
    if (trouble && trouble->text.find(not_for_a_pooler) != std::string::npos) {
        close();
        auto bare = m_options;
        bare.erase("options");
        trouble = connect(std::move(bare), deadline);
    }
    if (trouble)
        return trouble;
    m_farewell = false;
    count_connection();
    return greet(deadline);
}

std::optional<Trouble> Connection::connect(ConnectOptions options, SteadyPoint deadline)
{
    if (auto trouble = resolve(options, deadline))
        return trouble;
    std::vector<const char*> keywords;
    std::vector<const char*> values;
    for (const auto& [keyword, value] : options) {
        keywords.push_back(keyword.c_str());
        values.push_back(value.c_str());
    }
    keywords.push_back(nullptr);
    values.push_back(nullptr);
    m_peer.forget();
    m_connection = PQconnectStartParams(keywords.data(), values.data(), 0);
    if (!m_connection)
        return lose(Trouble::Cause::lost, false);
    PQsetErrorVerbosity(m_connection, PQERRORS_VERBOSE);
    const auto seconds = parse_whole(option("connect_timeout"), "connect_timeout");
    const auto by = seconds && *seconds > 0
                        ? std::min(deadline, steady_after(std::chrono::steady_clock::now(), std::chrono::seconds{*seconds}))
                        : deadline;
    if (auto trouble = poll_until_open(by))
        return trouble;
    m_peer.forget();
    // On a local socket, and under another encryption, libpq silently drops the request for TLS.
    if (wants_tls() && PQsslInUse(m_connection) == 0)
        return Trouble{.cause = Trouble::Cause::untrusted, .connecting = true, .text = "a local socket speaks no TLS"};
    PQsetErrorVerbosity(m_connection, PQERRORS_DEFAULT);
    PQsetnonblocking(m_connection, 1);
    PQsetNoticeReceiver(m_connection, &Connection::on_notice, this);
    return std::nullopt;
}

// A further column, which makes the server look during a statement whether its client is still there, so that a statement
// that was cut does not run on. Only what reads: a write that was cut is better done than not. Not behind a pooler, where the
// session is another client's next. The server looks on Linux, since version 14.
std::string Connection::noticing_the_end(int client_pid) const
{
    constexpr int first_version = 140'000;
    if (PQserverVersion(m_connection) < first_version || !m_settings.reads_only())
        return {};
    return ", CASE WHEN pg_backend_pid() = " + std::to_string(client_pid)
           + " AND version() LIKE '%linux%' AND current_setting('client_connection_check_interval') = '0'"
             " THEN set_config('client_connection_check_interval', '250', false) END";
}

// The server reports its process number to the connecting library, and to a query. Behind a pooler the two differ. The
// settings that hold now say nothing about the backend of the next statement.
std::optional<Trouble> Connection::greet(SteadyPoint deadline)
{
    m_pooled = false;
    const int client_pid = PQbackendPID(m_connection);
    const auto ask = [&] {
        const std::string sql = greeting_sql(m_settings, false) + noticing_the_end(client_pid);
        return finish(PQsendQueryParams(m_connection, sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0) == 1, deadline);
    };
    auto answer = ask();
    for (Duration wait = std::chrono::milliseconds{1}; may_ask_again(answer, wait, deadline); wait *= 2)
        answer = ask();
    if (auto* trouble = std::get_if<Trouble>(&answer))
        return std::move(*trouble).while_connecting();
    const auto& greeting = std::get<Reply>(answer);
    if (greeting.rows() == 1 && greeting.number(0, 0) == client_pid && first_difference(greeting).empty())
        return std::nullopt;
    m_pooled = true;
    m_carrying = carrying_sql(m_settings);
    return try_carrying(deadline);
}

std::optional<Trouble> Connection::try_carrying(SteadyPoint deadline)
{
    if (!m_settings.odd.empty())
        return not_kept("the option '" + m_settings.odd + "'");
    auto answer = carried(deadline, [&] { return simple(greeting_sql(m_settings, true), deadline); });
    if (auto* trouble = std::get_if<Trouble>(&answer)) {
        if (trouble->cause != Trouble::Cause::pooled && trouble->text.empty()) {
            trouble->connecting = true;
            return std::move(*trouble);
        }
        auto out = not_kept("a transaction with this session's settings");
        out.code = trouble->code;
        // After the first line comes the library's guess at why the connection is down.
        out.text += trouble->text.empty() ? "" : " (" + trouble->text.substr(0, trouble->text.find('\n')) + ")";
        return out;
    }
    const auto different = first_difference(std::get<Reply>(answer));
    return different.empty() ? std::nullopt : std::optional(not_kept("the setting " + different));
}

std::optional<Trouble> Connection::poll_until_open(SteadyPoint deadline)
{
    if (PQstatus(m_connection) == CONNECTION_BAD)
        return connect_trouble();
    const tls::Peer::Catch watching(m_peer);
    auto state = PGRES_POLLING_WRITING;
    for (;;) {
        if (state == PGRES_POLLING_OK)
            return std::nullopt;
        if (state == PGRES_POLLING_FAILED)
            return connect_trouble();
        if (const auto cause = wait(state == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline))
            return lose(*cause, false).while_connecting();
        state = PQconnectPoll(m_connection);
    }
}

std::string Connection::option(std::string_view keyword) const
{
    const auto found = m_options.find(keyword);
    return found == m_options.end() ? std::string{} : found->second;
}

bool Connection::wants_tls() const
{
    const std::string mode = option("sslmode");
    return mode == "require" || mode.starts_with("verify");
}

// libpq has one message for every certificate that it rejects.
std::optional<std::string> Connection::tls_trouble(const std::string& text) const
{
    std::string name = option("tls-name");
    if (name.empty())
        name = option("host");
    if (const auto reason = m_peer.certificate_trouble(name); reason && text.find("verify failed") != std::string::npos)
        return reason;
    return tls::library_reason(text);
}

Trouble Connection::connect_trouble() const
{
    const std::string text = PQerrorMessage(m_connection);
    Trouble trouble{.connecting = true, .code = sqlstate_in(text), .text = without_location(text)};
    if (trouble.code.empty())
        trouble.cause = Trouble::Cause::lost;
    const bool asked = wants_tls() || !option("sslrootcert").empty();
    if (const auto reason = asked && trouble.code.empty() ? tls_trouble(trouble.text) : std::nullopt) {
        trouble.cause = Trouble::Cause::untrusted;
        trouble.text = *reason;
        return trouble;
    }
    if (PQconnectionNeedsPassword(m_connection) || PQconnectionUsedPassword(m_connection)) {
        const char* user = PQuser(m_connection);
        trouble.needs_password_of = user ? user : "";
    }
    return trouble;
}

} // namespace lockdesk::postgres
