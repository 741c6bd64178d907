// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/connection.h"

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

// No command here is answered with a tenth of it; a false server could announce half a gigabyte and fill our memory.
constexpr std::size_t largest_reply = 128 * 1024 * 1024;

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
    m_usual +=
        (std::min<Duration>(std::chrono::duration_cast<Duration>(m_last_use - sent), 10 * longest_spin) - m_usual) / 8;
    return trouble;
}

std::optional<Trouble> Connection::spin(SteadyPoint began)
{
    for (bool some = false; Clock::now() - began < longest_spin && m_yield();)
        if (auto trouble = take(some); trouble || some)
            return trouble;
    return std::nullopt;
}

std::optional<Trouble> Connection::for_each_reply(std::size_t count, SteadyPoint deadline,
                                                  const std::function<void(std::size_t, View)>& each)
{
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
    if (reply)
        m_unread = m_reader->len - m_reader->pos;
    return std::nullopt;
}

std::optional<Trouble> Connection::feed(std::size_t size)
{
    redisReaderFeed(m_reader, m_buffer.data(), size);
    m_unread += size;
    if (m_unread > largest_reply)
        return lost(Cause::garbage, "a reply of more than 128 MiB", false);
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
        if (n > 0) {
            if (auto trouble = feed(static_cast<std::size_t>(n))) {
                trouble->write = write;
                return trouble;
            }
        } else if (n == 0)
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
        m_last_use = Clock::now();
        return feed(static_cast<std::size_t>(n));
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
