// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/lying_redis.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <netinet/tcp.h>
#include <poll.h>
#include <utility>

namespace lockdesk::test {

namespace {

std::int64_t number_in(std::string_view line)
{
    std::int64_t number = 0;
    std::from_chars(line.data(), line.data() + line.size(), number);
    return number;
}

void send_all(int socket, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

int dial(int port)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    return socket;
}

} // namespace

std::size_t value_length(std::string_view text)
{
    std::size_t at = 0;
    for (std::int64_t open = 1; open > 0; --open) {
        const std::size_t end = text.find("\r\n", at);
        if (end == std::string_view::npos)
            return 0;
        const char kind = text[at];
        const std::int64_t number = number_in(text.substr(at + 1, end - at - 1));
        at = end + 2;
        if (kind == '*')
            open += std::max<std::int64_t>(number, 0);
        if (kind == '$' && number >= 0)
            at += static_cast<std::size_t>(number) + 2;
        if (at > text.size())
            return 0;
    }
    return at;
}

std::vector<std::string_view> elements_of(std::string_view value)
{
    std::vector<std::string_view> out;
    if (!value.starts_with('*'))
        return out;
    value.remove_prefix(value.find("\r\n") + 2);
    while (const std::size_t length = value_length(value)) {
        out.push_back(value.substr(0, length));
        value.remove_prefix(length);
    }
    return out;
}

LyingRedis::LyingRedis(int server_port) : m_server_port(server_port)
{
    m_accepting = std::thread([this] {
        for (int client = m_listener.accept(); client >= 0; client = m_listener.accept()) {
            const std::lock_guard guard(m_mutex);
            m_clients.push_back(client);
            m_threads.emplace_back([this, client] { serve(client); });
        }
    });
}

LyingRedis::~LyingRedis()
{
    m_listener.end();
    m_accepting.join();
    for (const int client : m_clients)
        ::shutdown(client, SHUT_RDWR);
    for (std::thread& each : m_threads)
        each.join();
    for (const int client : m_clients)
        ::close(client);
}

void LyingRedis::lie_at(std::size_t at, Lie lie)
{
    const std::lock_guard guard(m_mutex);
    m_lie = std::move(lie);
    m_left = at;
    m_lied = false;
}

bool LyingRedis::lied()
{
    const std::lock_guard guard(m_mutex);
    m_lie = {};
    return m_lied;
}

void LyingRedis::serve(int client)
{
    const int server = dial(m_server_port);
    const int on = 1;
    for (const int socket : {client, server})
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    std::array<pollfd, 2> ends{{{client, POLLIN, 0}, {server, POLLIN, 0}}};
    std::array<char, 65536> bytes{};
    std::string replies;
    for (bool open = true; open && ::poll(ends.data(), ends.size(), -1) > 0;) {
        for (const pollfd& end : ends) {
            if (end.revents == 0)
                continue;
            const ssize_t got = ::recv(end.fd, bytes.data(), bytes.size(), 0);
            open = open && got > 0;
            if (got <= 0)
                continue;
            const std::string_view came(bytes.data(), static_cast<std::size_t>(got));
            if (end.fd == client) {
                send_all(server, came);
            } else {
                replies += came;
                forward(replies, client);
            }
        }
    }
    ::shutdown(client, SHUT_RDWR);
    ::close(server);
}

void LyingRedis::forward(std::string& replies, int client)
{
    std::string out;
    std::size_t done = 0;
    while (const std::size_t length = value_length(std::string_view(replies).substr(done))) {
        const std::string_view truth = std::string_view(replies).substr(done, length);
        const std::lock_guard guard(m_mutex);
        const bool false_one = m_lie && !m_lied && m_left == 0;
        out += false_one ? m_lie(truth) : truth;
        m_lied = m_lied || false_one;
        m_left -= m_left > 0 ? 1 : 0;
        done += length;
    }
    replies.erase(0, done);
    send_all(client, out);
}

} // namespace lockdesk::test
