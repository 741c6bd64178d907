// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaos/proxy.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace lockdesk::chaos {

namespace {

constexpr int tick_ms = 5;

sockaddr_in loopback(int port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
}

void send_at_once(int socket)
{
    const int yes = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

bool send_all(int socket, const char* data, std::size_t size)
{
    while (size > 0) {
        const auto n = ::send(socket, data, size, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        data += n;
        size -= static_cast<std::size_t>(n);
    }
    return true;
}

} // namespace

Proxy::Proxy(int target, bool everywhere) : m_target(target), m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    auto address = loopback(0);
    if (everywhere)
        address.sin_addr.s_addr = htonl(INADDR_ANY);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    if (m_listener < 0 || ::bind(m_listener, plain, size) != 0 || ::listen(m_listener, 64) != 0
        || ::getsockname(m_listener, plain, &size) != 0)
        throw std::runtime_error("The proxy cannot listen.");
    m_port = ntohs(address.sin_port);
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Proxy::~Proxy()
{
    m_thread.request_stop();
    m_thread.join();
    close_all();
    ::close(m_listener);
}

void Proxy::close_all()
{
    for (const Pair& pair : m_pairs) {
        ::close(pair.client);
        ::close(pair.server);
    }
    m_pairs.clear();
}

void Proxy::admit()
{
    Pair pair{::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC), ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const auto address = loopback(m_target);
    // On the loopback a stopped server refuses at once.
    if (::connect(pair.server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(pair.client);
        ::close(pair.server);
        return;
    }
    send_at_once(pair.client);
    send_at_once(pair.server);
    m_pairs.push_back(pair);
}

// Returns false when the connection has ended.
bool Proxy::pass(Pair& pair, bool from_client)
{
    std::array<char, 65536> bytes; // NOLINT: filled by recv
    const auto n = ::recv(from_client ? pair.client : pair.server, bytes.data(), bytes.size(), 0);
    if (n <= 0)
        return false;
    if (!from_client && m_to_lose > 0) {
        --m_to_lose;
        ++m_lost;
        return false;
    }
    return send_all(from_client ? pair.server : pair.client, bytes.data(), static_cast<std::size_t>(n));
}

void Proxy::run(const std::stop_token& stop)
{
    std::vector<pollfd> watched;
    while (!stop.stop_requested()) {
        if (m_cut.exchange(false))
            close_all();
        if (m_down) {
            std::this_thread::sleep_for(std::chrono::milliseconds{tick_ms});
            continue;
        }
        watched.assign(1, {m_listener, POLLIN, 0});
        for (const Pair& pair : m_pairs) {
            watched.push_back({pair.client, POLLIN, 0});
            watched.push_back({pair.server, POLLIN, 0});
        }
        if (::poll(watched.data(), watched.size(), tick_ms) <= 0)
            continue;
        for (std::size_t i = 0; i < m_pairs.size(); ++i) {
            Pair& pair = m_pairs[i];
            const bool goes_on = (watched[1 + 2 * i].revents == 0 || pass(pair, true))
                                 && (watched[2 + 2 * i].revents == 0 || pass(pair, false));
            if (goes_on)
                continue;
            ::close(pair.client);
            ::close(pair.server);
            pair.client = -1;
        }
        std::erase_if(m_pairs, [](const Pair& pair) { return pair.client < 0; });
        if (watched[0].revents != 0)
            admit();
    }
}

} // namespace lockdesk::chaos
