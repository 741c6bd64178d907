// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/connection.h"

#include <arpa/inet.h>
#include <mysql.h>
#include <sys/socket.h>

namespace lockdesk::mariadb {

namespace {

constexpr auto patience = std::chrono::milliseconds{400}; ///< nobody waits longer for the end of what is given up

// The port of this end, by which the server lists a session; 0: a local socket, or unknown.
int own_port(int socket)
{
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        return 0;
    if (address.ss_family == AF_INET)
        return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
    return address.ss_family == AF_INET6 ? ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port) : 0;
}

} // namespace

// The number alone may be another client's, on another server behind the same name: the port tells them apart.
std::string Connection::listed_as() const
{
    if (!m_greeted || !m_connection || m_pooled || !m_options.read_only) // a write that was cut is better done than not
        return {};
    const std::string where = " FROM information_schema.PROCESSLIST WHERE ID = " + std::to_string(id()) + " AND ";
    if (!m_options.socket.empty())
        return where + "HOST = 'localhost'";
    const int port = own_port(mysql_get_socket(m_connection));
    return port == 0 ? std::string() : where + "HOST LIKE '%:" + std::to_string(port) + "'";
}

// The server notices that a client has gone when it sends the answer: until then the statement would run on.
void Connection::end_on_server(const std::string& session) const noexcept
{
    if (session.empty())
        return;
    try {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        Connection other(m_options, std::make_shared<Interrupter>());
        if (other.start(deadline))
            return;
        const auto found = other.literal("SELECT ID" + session, deadline);
        const auto* reply = std::get_if<Reply>(&found);
        if (reply != nullptr && reply->last().rows() == 1)
            (void)other.literal("KILL " + std::to_string(reply->last().number(0, 0)), deadline);
    } catch (...) { // no memory: it ends by itself
    }
}

} // namespace lockdesk::mariadb
