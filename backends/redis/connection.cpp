// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/connection.h"

#include "backends/net/dial.h"
#include "backends/redis/wire.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <system_error>
#include <unistd.h>

namespace lockdesk::redis {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Cause = Trouble::Cause;

// A connection used a moment ago is not checked before its next use: the check costs a system call.
constexpr auto fresh_for = 20ms;

// Sleeping and waking takes longer than a near server's reply to a short command. Other threads may run meanwhile.
constexpr Duration longest_spin = 50us;

// hiredis moves its unread bytes to the front after every kilobyte: larger reads are slower.
constexpr std::size_t buffer_size = 16 * 1024;

std::string printable(const std::string& name)
{
    std::string out = name.empty() ? "lockdesk" : name;
    for (char& c : out)
        if (c <= ' ' || c > '~')
            c = '-';
    return out;
}

// The URL's options were checked when the store was opened.
TlsOptions options_or_strictest(const StoreUrl& url)
{
    auto options = tls_options(url);
    return options ? *std::move(options) : TlsOptions{.mode = TlsOptions::Mode::verify};
}

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

std::string_view info_value(std::string_view info, std::string_view key)
{
    for (std::size_t at = info.find(key); at != std::string_view::npos; at = info.find(key, at + 1)) {
        const bool whole =
            (at == 0 || info[at - 1] == '\n') && at + key.size() < info.size() && info[at + key.size()] == ':';
        if (!whole)
            continue;
        const auto value = info.substr(at + key.size() + 1);
        return value.substr(0, value.find('\r'));
    }
    return {};
}

Connection::Connection(StoreUrl url, std::string application_name, Duration timeout)
    : m_url(std::move(url)), m_tls(options_or_strictest(m_url)), m_application_name(printable(application_name)),
      m_timeout(timeout), m_buffer(buffer_size)
{
}

Connection::~Connection() { close(); }

void Connection::close()
{
    if (m_line)
        m_alert = m_line->alert();
    m_line.reset();
    {
        const std::lock_guard lock(m_fd_mutex);
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = -1;
    }
    if (m_reader != nullptr)
        redisReaderFree(m_reader);
    m_reader = nullptr;
}

void Connection::interrupt() noexcept
{
    m_interrupted = true;
    const std::lock_guard lock(m_fd_mutex);
    if (m_fd >= 0)
        shutdown(m_fd, SHUT_RDWR);
}

Trouble Connection::lost(Cause cause, std::string text, bool write)
{
    close();
    if (m_interrupted)
        return {Cause::interrupted, {}, write};
    return {cause, std::move(text), write};
}

// The server sends nothing unsolicited: readable data means that it has closed the connection.
bool Connection::still_open()
{
    if (Clock::now() - m_last_use < fresh_for)
        return true;
    char c = 0;
    const auto n = m_line ? m_line->peek() : recv(m_fd, &c, 1, MSG_PEEK | MSG_DONTWAIT);
    return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

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

ssize_t Connection::put(std::string_view data)
{
    return m_line ? m_line->send(data.data(), data.size(), 0) : send(m_fd, data.data(), data.size(), MSG_NOSIGNAL);
}

ssize_t Connection::get(int flags)
{
    return m_line ? m_line->recv(m_buffer.data(), m_buffer.size(), flags)
                  : recv(m_fd, m_buffer.data(), m_buffer.size(), flags);
}

std::string Connection::broken(int error) const
{
    return m_line && !m_line->alert().empty() ? m_line->alert() : std::generic_category().message(error);
}

std::optional<Trouble> Connection::greet(SteadyPoint deadline)
{
    std::string password = m_url.password();
    if (!m_url.has_password())
        if (const char* given = std::getenv("REDISCLI_AUTH"))
            password = given;
    Wire wire;
    if (!password.empty()) {
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
        trouble = read_greeting(wire.commands(), !password.empty(), select, deadline);
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

// The socket's own timeouts bound every blocking call; they are reset only when they would allow too long a call.
void Connection::bound_io(SteadyPoint deadline)
{
    using std::chrono::duration_cast;
    const auto left = std::max(duration_cast<Duration>(deadline - Clock::now()), Duration{1000});
    if (m_io_bound.count() > 0 && m_io_bound <= left + 200ms && m_io_bound * 2 >= std::min(left, m_timeout))
        return;
    m_io_bound = std::min(left, Duration{std::chrono::hours{24}});
    timeval tv{};
    tv.tv_sec = m_io_bound.count() / 1'000'000;
    tv.tv_usec = m_io_bound.count() % 1'000'000;
    setsockopt(m_fd, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv);
    setsockopt(m_fd, SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof tv);
}

std::optional<Trouble> Connection::send_all(std::string_view data, SteadyPoint deadline, bool write)
{
    bound_io(deadline);
    bool some = false;
    while (!data.empty()) {
        const auto n = put(data);
        if (n >= 0) {
            some = true;
            data.remove_prefix(static_cast<std::size_t>(n));
            continue;
        }
        const int error = errno;
        if (Clock::now() >= deadline)
            return lost(some ? Cause::no_answer : Cause::no_connection, "the server did not read in time", some && write);
        if (error == EAGAIN || error == EINTR)
            bound_io(deadline);
        else {
            if (m_line)
                (void)get(MSG_DONTWAIT); // the server may have sent the reason
            return lost(Cause::no_connection, "the connection is lost (" + broken(error) + ")", some && write);
        }
    }
    return std::nullopt;
}

std::optional<Trouble> Connection::exchange(std::string_view commands, ReplyPtr& reply, SteadyPoint deadline, bool write)
{
    if (auto trouble = send_all(commands, deadline, write))
        return trouble;
    const auto sent = Clock::now();
    if (m_usual < longest_spin)
        if (auto trouble = spin(sent)) {
            trouble->write = write;
            return trouble;
        }
    auto trouble = next(reply, deadline, write);
    m_usual += (std::min<Duration>(std::chrono::duration_cast<Duration>(m_last_use - sent), 10 * longest_spin) - m_usual) / 8;
    return trouble;
}

std::optional<Trouble> Connection::spin(SteadyPoint began)
{
    for (bool some = false; Clock::now() - began < longest_spin && m_yield();)
        if (auto trouble = take(some); trouble || some)
            return trouble;
    return std::nullopt;
}

std::optional<Trouble> Connection::for_each_reply(std::string_view commands, std::size_t count, SteadyPoint deadline,
                                                  const std::function<void(std::size_t, View)>& each)
{
    if (auto trouble = send_all(commands, deadline, false))
        return trouble;
    m_arena.use(m_reader);
    for (std::size_t i = 0; i < count; ++i) {
        ReplyPtr reply;
        if (auto trouble = next(reply, deadline, false))
            return trouble; // the reader was freed with the connection
        each(i, View(reply.release()));
        m_arena.clear();
    }
    m_arena.leave(m_reader);
    return std::nullopt;
}

std::optional<Trouble> Connection::arrived(ReplyPtr& reply)
{
    void* tree = nullptr;
    if (redisReaderGetReply(m_reader, &tree) != REDIS_OK) {
        std::string text = m_reader->errstr;
        if (!m_line && text.find("\\x15") != std::string::npos)
            text += "; it speaks TLS: write rediss:// or ?tls=verify";
        return lost(Cause::garbage, std::move(text), false);
    }
    reply.reset(static_cast<redisReply*>(tree));
    return std::nullopt;
}

std::optional<Trouble> Connection::next(ReplyPtr& reply, SteadyPoint deadline, bool write)
{
    bool waited = m_reader->len > m_reader->pos;
    for (;; waited = true) {
        if (waited) {
            if (auto trouble = arrived(reply)) {
                trouble->write = write;
                return trouble;
            }
            if (reply)
                break;
            if (Clock::now() >= deadline)
                return lost(Cause::no_answer, "the server did not answer in time", write);
        }
        const auto n = get(0);
        const int error = errno;
        if (n > 0)
            redisReaderFeed(m_reader, m_buffer.data(), static_cast<std::size_t>(n));
        else if (n == 0)
            return lost(Cause::no_answer, "the server closed the connection before it answered", write);
        else if (error != EAGAIN && error != EINTR)
            return lost(Cause::no_answer, "the connection broke (" + broken(error) + ")", write);
        else
            bound_io(deadline);
    }
    m_last_use = Clock::now();
    return std::nullopt;
}

std::optional<Trouble> Connection::take(bool& some)
{
    const auto n = get(MSG_DONTWAIT);
    const int error = errno;
    some = n > 0;
    if (n > 0) {
        redisReaderFeed(m_reader, m_buffer.data(), static_cast<std::size_t>(n));
        m_last_use = Clock::now();
    } else if (n == 0) {
        return lost(Cause::no_answer, "the server closed the connection", false);
    } else if (error != EAGAIN && error != EWOULDBLOCK && error != EINTR) {
        return lost(Cause::no_answer, "the connection broke (" + broken(error) + ")", false);
    }
    return std::nullopt;
}

std::optional<Trouble> Connection::drain()
{
    for (bool some = true; some;)
        if (auto trouble = take(some))
            return trouble;
    return std::nullopt;
}

} // namespace lockdesk::redis
