// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/tcp_proxy.h"

#include <arpa/inet.h>
#include <cstdint>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockdesk::test {

namespace {

sockaddr_in proxy_address(int port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
}

void at_once(int fd)
{
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

} // namespace

TcpProxy::TcpProxy(int server_port, Rewrite first, Rewrite asked)
    : m_server_port(server_port), m_rewrite(std::move(first)), m_asked(std::move(asked)),
      m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), m_stop(::eventfd(0, EFD_CLOEXEC))
{
    auto address = proxy_address(0);
    socklen_t size = sizeof address;
    if (::bind(m_listener, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(m_listener, 64) != 0
        || ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        throw std::runtime_error("No free loopback port for a proxy.");
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { run(); });
}

TcpProxy::~TcpProxy()
{
    const std::uint64_t one = 1;
    (void)!::write(m_stop, &one, sizeof one);
    m_thread.join();
    for (Line& line : m_lines)
        close_line(line);
    ::close(m_listener);
    ::close(m_stop);
}

void TcpProxy::close_line(Line& line)
{
    ::close(line.client);
    if (line.server >= 0)
        ::close(line.server);
    line.client = line.server = -1;
}

void TcpProxy::accept_one()
{
    Line line;
    line.client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (line.client < 0)
        return;
    at_once(line.client);
    if (++m_accepted <= m_answered) {
        line.server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const auto address = proxy_address(m_server_port);
        if (::connect(line.server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
            close_line(line);
            return;
        }
        at_once(line.server);
    }
    m_lines.push_back(line);
}

bool TcpProxy::pass(Line& line, bool from_client)
{
    std::string data(65536, '\0');
    const auto size = ::recv(from_client ? line.client : line.server, data.data(), data.size(), 0);
    if (size <= 0)
        return false;
    data.resize(static_cast<std::size_t>(size));
    if (from_client && line.server < 0)
        return true;
    if (!from_client && !line.begun && m_rewrite)
        m_rewrite(data);
    if (from_client && m_asked)
        m_asked(data);
    line.begun = line.begun || !from_client;
    for (std::size_t sent = 0; sent < data.size();) {
        const auto n = ::send(from_client ? line.server : line.client, data.data() + sent, data.size() - sent, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        sent += static_cast<std::size_t>(n);
    }
    return true;
}

void TcpProxy::run()
{
    for (;;) {
        std::vector<pollfd> fds{{m_stop, POLLIN, 0}, {m_listener, POLLIN, 0}};
        for (const Line& line : m_lines) {
            fds.push_back({line.client, POLLIN, 0});
            fds.push_back({line.server, POLLIN, 0});
        }
        if (::poll(fds.data(), fds.size(), -1) < 0)
            return;
        if (fds[0].revents != 0)
            return;
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            Line& line = m_lines[i];
            const bool ended =
                (fds[2 + 2 * i].revents != 0 && !pass(line, true)) || (fds[3 + 2 * i].revents != 0 && !pass(line, false));
            if (ended)
                close_line(line);
        }
        std::erase_if(m_lines, [](const Line& line) { return line.client < 0; });
        if (fds[1].revents != 0)
            accept_one();
    }
}

} // namespace lockdesk::test
