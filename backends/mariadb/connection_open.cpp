// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/connection.h"

#include "backends/mariadb/resolver.h"

#include <mysql.h>
#include <mysqld_error.h>

#include <random>

namespace lockdesk::mariadb {

namespace {

Duration jittered(Duration base)
{
    static thread_local std::minstd_rand random{std::random_device{}()};
    return Duration{std::uniform_int_distribution<std::int64_t>{base.count() / 2, base.count() * 3 / 2}(random)};
}

Trouble while_connecting(Trouble::Cause cause, std::string text = {})
{
    Trouble trouble;
    trouble.cause = cause;
    trouble.connecting = true;
    trouble.text = std::move(text);
    return trouble;
}

} // namespace

std::optional<Trouble> Connection::open(SteadyPoint deadline)
{
    for (;;) {
        if (m_connection)
            return std::nullopt;
        auto trouble = start(deadline);
        if (!trouble)
            return std::nullopt;
        close();
        const bool passing = trouble->code == ER_CON_COUNT_ERROR || trouble->code == ER_TOO_MANY_USER_CONNECTIONS
                             || trouble->code == ER_USER_LIMIT_REACHED;
        const auto rest = jittered(std::chrono::milliseconds{60});
        if (!passing || std::chrono::steady_clock::now() + rest >= deadline || !pause(rest))
            return trouble;
    }
}

std::optional<Trouble> Connection::start(SteadyPoint deadline)
{
    if (!m_options.socket.empty() || m_options.host.empty() || m_options.tls_verify)
        return connect(m_options.host, deadline);
    const auto found = resolve(m_options.host, *m_interrupter, deadline);
    if (found.late)
        return while_connecting(m_interrupter->is_interrupted() ? Trouble::Cause::interrupted : Trouble::Cause::timeout);
    auto trouble = std::optional(while_connecting(Trouble::Cause::lost, found.trouble));
    for (const auto& address : found.addresses) {
        trouble = connect(address, deadline);
        if (!trouble || trouble->cause != Trouble::Cause::lost)
            break;
        close();
    }
    return trouble;
}

void Connection::set_options()
{
    const auto set = [&](mysql_option option, const void* value) { mysql_options(m_connection, option, value); };
    const my_bool yes = 1;
    const my_bool no = 0;
    set(MYSQL_OPT_NONBLOCK, nullptr);
    set(MYSQL_SET_CHARSET_NAME, "utf8mb4");
    set(MYSQL_OPT_LOCAL_INFILE, nullptr);
    const unsigned by_tcp = MYSQL_PROTOCOL_TCP;
    if (m_options.socket.empty() && !m_options.host.empty())
        set(MYSQL_OPT_PROTOCOL, &by_tcp);
    if (m_options.tls)
        set(MYSQL_OPT_SSL_ENFORCE, &yes);
    if (!m_options.tls_authority.empty())
        set(MYSQL_OPT_SSL_CA, m_options.tls_authority.c_str());
    set(MYSQL_OPT_SSL_VERIFY_SERVER_CERT, m_options.tls_verify ? &yes : &no);
    mysql_optionsv(m_connection, MYSQL_OPT_CONNECT_ATTR_ADD, "program_name", m_options.program.c_str());
}

std::optional<Trouble> Connection::connect(const std::string& host, SteadyPoint deadline)
{
    // The library makes itself ready with its first connection, which is not for several threads at once.
    static const bool ready = mysql_server_init(0, nullptr, nullptr) == 0;
    m_connection = ready ? mysql_init(nullptr) : nullptr;
    if (!m_connection)
        return while_connecting(Trouble::Cause::lost, "out of memory");
    set_options();
    const auto given = [](const std::string& text) { return text.empty() ? nullptr : text.c_str(); };
    MYSQL* connected = nullptr;
    auto cut = run(
        [&](int events) {
            return events == 0 ? mysql_real_connect_start(&connected, m_connection, given(host), given(m_options.user),
                                                          m_options.password.c_str(), given(m_options.database),
                                                          static_cast<unsigned>(m_options.port), given(m_options.socket),
                                                          m_options.by_hand ? CLIENT_FOUND_ROWS : CLIENT_MULTI_STATEMENTS)
                               : mysql_real_connect_cont(&connected, m_connection, events);
        },
        deadline);
    if (cut) {
        cut->connecting = true;
        cut->sent = false;
        return cut;
    }
    if (!connected)
        return trouble(true);
    auto told = query(m_options.setup, deadline);
    if (auto* refused = std::get_if<Trouble>(&told)) {
        refused->connecting = true;
        refused->sent = false;
        return std::move(*refused);
    }
    ++m_generation;
    return greet(deadline);
}

} // namespace lockdesk::mariadb
