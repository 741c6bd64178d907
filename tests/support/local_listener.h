// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockdesk::test {

/// A listening socket on a free port of the loopback address, for servers that tests play.
class LocalListener
{
public:
    LocalListener() : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(m_socket, reinterpret_cast<sockaddr*>(&address), size);
        ::getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &size);
        m_port = ntohs(address.sin_port);
        ::listen(m_socket, 5);
    }
    ~LocalListener() { ::close(m_socket); }
    LocalListener(const LocalListener&) = delete;
    LocalListener& operator=(const LocalListener&) = delete;

    [[nodiscard]] int port() const { return m_port; }
    /// Waits for a client. Returns its socket, which the caller closes; below 0 after `end`.
    [[nodiscard]] int accept() const { return ::accept(m_socket, nullptr, nullptr); }
    /// Ends a running `accept`, from any thread.
    void end() const { ::shutdown(m_socket, SHUT_RDWR); }

private:
    int m_socket;
    int m_port = 0;
};

} // namespace lockdesk::test
