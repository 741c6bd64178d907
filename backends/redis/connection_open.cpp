// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// How a connection is opened: address, TLS, and the handshake.
#include "backends/redis/connection.h"

#include "backends/net/dial.h"
#include "backends/redis/wire.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace lockdesk::redis {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Cause = Trouble::Cause;

// Makes the socket blocking; its own timeouts bound each call.
net::Dialled dial(const StoreUrl& url, SteadyPoint deadline, const std::atomic<bool>& stop)
{
    const auto dialled =
        net::dial(url.host().empty() ? "127.0.0.1" : url.host(), url.port() == 0 ? 6379 : url.port(), deadline, stop);
    if (dialled.fd >= 0)
        fcntl(dialled.fd, F_SETFL, fcntl(dialled.fd, F_GETFL) & ~O_NONBLOCK);
    return dialled;
}

} // namespace

std::optional<Trouble> Connection::ensure(SteadyPoint deadline)
{
    if (m_interrupted)
        return lost(Cause::interrupted, {}, false);
    if (m_fd >= 0) {
        if (still_open())
            return std::nullopt;
        close();
    }
    const net::Dialled dialled = dial(m_url, deadline, m_interrupted);
    if (dialled.fd < 0)
        return lost(Cause::no_connection, dialled.trouble, false);
    {
        const std::lock_guard lock(m_fd_mutex);
        m_fd = dialled.fd;
    }
    if (m_interrupted)
        return lost(Cause::interrupted, {}, false);
    m_reader = redisReaderCreate();
    limit_arrays(m_reader);
    m_unread = 0;
    m_io_bound = Duration{0};
    if (m_tls.wanted())
        if (auto trouble = begin_tls(deadline))
            return trouble;
    return greet(deadline);
}

std::optional<Trouble> Connection::begin_tls(SteadyPoint deadline)
{
    m_alert.clear();
    m_line = std::make_unique<tls::Line>(m_fd, m_tls, m_url.host().empty() ? "127.0.0.1" : m_url.host());
    // A Redis server without TLS takes the handshake for the beginning of a command and waits for its end.
    const auto left = std::chrono::duration_cast<Duration>(deadline - Clock::now());
    auto refusal = m_line->handshake(Clock::now() + std::min<Duration>(left / 2, 1s), m_interrupted);
    if (refusal && refusal->passing && !m_interrupted) {
        if (!m_line->heard() && answers_in_the_clear(deadline))
            refusal = tls::Refusal{false, "the server does not speak TLS on this port (it answered a PING in the clear)"};
        else
            refusal = m_line->handshake(deadline, m_interrupted);
    }
    if (!refusal)
        return std::nullopt;
    auto trouble = lost(refusal->passing ? Cause::no_connection : Cause::untrusted, std::move(refusal->reason), false);
    trouble.place = place_of(m_url);
    trouble.statement = "connect";
    return trouble;
}

// Tries a PING without TLS on a separate connection, for half of the remaining time.
bool Connection::answers_in_the_clear(SteadyPoint deadline)
{
    const auto by = Clock::now() + (deadline - Clock::now()) / 2;
    const net::Dialled dialled = dial(m_url, by, m_interrupted);
    if (dialled.fd < 0)
        return false;
    constexpr std::string_view question = "PING\r\n";
    char first = 0;
    bool answered = ::send(dialled.fd, question.data(), question.size(), MSG_NOSIGNAL) > 0;
    while (answered && !m_interrupted) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(by - Clock::now());
        pollfd p{dialled.fd, POLLIN, 0};
        if (poll(&p, 1, static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 20))) > 0 || left.count() <= 0)
            break;
    }
    answered = answered && ::recv(dialled.fd, &first, 1, MSG_DONTWAIT) == 1 && (first == '+' || first == '-');
    ::close(dialled.fd);
    return answered;
}

std::optional<Trouble> Connection::greet(SteadyPoint deadline)
{
    std::string password = m_url.password();
    if (!m_url.has_password())
        if (const char* given = std::getenv("REDISCLI_AUTH"))
            password = given;
    Wire wire;
    // A user without a password, too: else the server takes the default user, who may do more.
    const bool login = !password.empty() || !m_url.user().empty();
    if (login) {
        wire.command();
        wire.add("AUTH");
        if (!m_url.user().empty())
            wire.add(m_url.user());
        wire.add(password);
    }
    const bool select = !m_url.path().empty() && m_url.path() != "0";
    if (select) {
        wire.command();
        wire.add("SELECT").add(m_url.path());
    }
    wire.command();
    wire.add("CLIENT").add("SETNAME").add(m_application_name);
    wire.command();
    wire.add("INFO").add("server");
    wire.command();
    wire.add("INFO").add("replication");
    auto trouble = send_all(wire.finish(), deadline, false);
    if (!trouble)
        trouble = read_greeting(wire.commands(), login, select, deadline);
    if (trouble) {
        close();
        trouble->place = place_of(m_url);
        if (trouble->cause == Cause::no_answer && !m_tls.wanted() && Clock::now() < deadline)
            trouble->text += "; perhaps it speaks TLS alone (rediss://)";
        if (!m_alert.empty()) {
            trouble->cause = Cause::untrusted;
            trouble->text = m_alert;
        }
        trouble->statement = "connect";
        if (trouble->cause == Cause::no_answer)
            trouble->cause = Cause::no_connection;
    }
    return trouble;
}

std::optional<Trouble> Connection::read_greeting(std::size_t replies, bool with_password, bool with_database,
                                                 SteadyPoint deadline)
{
    // Set only when complete: a partial greeting does not identify the server.
    ServerInfo said;
    for (std::size_t i = 0; i < replies; ++i) {
        ReplyPtr reply;
        if (auto trouble = next(reply, deadline, false))
            return trouble;
        const View v(reply.get());
        const bool needed = (with_password && i == 0) || (with_database && i == (with_password ? 1U : 0U));
        // A server blocked by a script does not answer INFO; it is queried again later.
        const bool denied = v.text().starts_with("NOAUTH") || v.text().starts_with("DENIED")
                            || v.text().starts_with("ERR max") || v.text().starts_with("BUSY ");
        if (v.is_error() && (needed || denied))
            return Trouble{Cause::error_reply, std::string(v.text())};
        if (!v.is_error() && i + 2 >= replies)
            read_info(v.text(), said);
    }
    const auto dot = said.version.find('.');
    const auto major = whole_number(std::string_view(said.version).substr(0, dot));
    if (major && *major < 7)
        return Trouble{Cause::too_old, "this server is Redis " + said.version + "; Lockdesk needs Redis 7.0 or newer"};
    m_server = std::move(said);
    return std::nullopt;
}

void Connection::read_info(std::string_view info, ServerInfo& into)
{
    if (const auto version = info_value(info, "redis_version"); !version.empty())
        into.version = std::string(version);
    if (const auto id = info_value(info, "run_id"); !id.empty())
        into.run_id = std::string(id);
    if (const auto role = info_value(info, "role"); !role.empty())
        into.role = std::string(role);
}

} // namespace lockdesk::redis
