// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/stream.h"

#include "backends/mongodb/reply_frames.h"
#include "backends/net/dial.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

namespace lockdesk::mongodb {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int our_type = 4711; ///< distinct from the library's own stream types

/// Implements the library's C interface over a socket of ours that reads ahead.
struct Stream
{
    mongoc_stream_t base{};
    std::shared_ptr<Gate> gate;
    std::unique_ptr<tls::Line> line; ///< null: without TLS
    int fd = -1;
    bool timed_out = false;
    bool would_block = false;
    std::vector<char> buffer = std::vector<char>(64 * 1024);
    ReplyFrames frames; ///< what was read ahead

    [[nodiscard]] std::size_t ahead() const { return frames.ready(); }

    static int fail(int error)
    {
        errno = error;
        return -1;
    }

    // Waits for `events`. The call's own deadline always applies; a negative timeout is the library's "forever".
    bool await(short events, SteadyPoint until)
    {
        for (;;) {
            if (gate->interrupted())
                return false;
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
            pollfd p{fd, events, 0};
            const int ready = ::poll(&p, 1, static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000)));
            if (ready > 0)
                return true;
            if (ready < 0 && errno != EINTR)
                return false;
            if (left <= 0ms) {
                timed_out = true;
                return false;
            }
        }
    }

    [[nodiscard]] SteadyPoint until(std::int32_t timeout_msec) const
    {
        const auto call = gate->deadline();
        return timeout_msec < 0 ? call : std::min(call, Clock::now() + std::chrono::milliseconds{timeout_msec});
    }

    // Returns the bytes read, 0 at the end of the stream, or -1 with errno.
    ssize_t refill()
    {
        const auto n = line ? line->recv(buffer.data(), buffer.size(), MSG_DONTWAIT)
                            : ::recv(fd, buffer.data(), buffer.size(), MSG_DONTWAIT);
        note_alert();
        if (n > 0 && !frames.take({buffer.data(), static_cast<std::size_t>(n)})) {
            gate->note_nonsense();
            return fail(EPROTO);
        }
        return n;
    }

    // A server that requires a client certificate reports it after the handshake.
    void note_alert() const
    {
        if (line && !line->alert().empty())
            gate->note_distrust(line->alert());
    }

    ssize_t read(iovec* iov, std::size_t count, std::size_t least, std::int32_t timeout_msec)
    {
        const auto deadline = until(timeout_msec);
        timed_out = would_block = false;
        std::size_t got = 0;
        for (std::size_t i = 0; i < count; ++i) {
            auto* to = static_cast<char*>(iov[i].iov_base);
            std::size_t done = 0;
            while (done < iov[i].iov_len) {
                done += frames.give(to + done, iov[i].iov_len - done);
                if (done == iov[i].iov_len)
                    break;
                const auto n = refill();
                if (n > 0)
                    continue;
                if (n == 0)
                    return static_cast<ssize_t>(got + done);
                if (errno != EAGAIN && errno != EINTR)
                    return fail(errno);
                if (got + done >= least && (got + done > 0 || timeout_msec == 0)) {
                    if (got + done > 0)
                        return static_cast<ssize_t>(got + done);
                    would_block = true;
                    errno = EAGAIN;
                    return -1;
                }
                if (!await(POLLIN, deadline))
                    return fail(ETIMEDOUT);
            }
            got += done;
        }
        return static_cast<ssize_t>(got);
    }

    ssize_t write(const iovec* iov, std::size_t count, std::int32_t timeout_msec)
    {
        const auto deadline = until(timeout_msec);
        timed_out = false;
        ssize_t sent = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto* from = static_cast<const char*>(iov[i].iov_base);
            std::size_t left = iov[i].iov_len;
            const bool more = i + 1 < count;
            while (left > 0) {
                const auto n = line ? line->send(from, left, MSG_DONTWAIT | (more ? MSG_MORE : 0))
                                    : ::send(fd, from, left, MSG_NOSIGNAL | (more ? MSG_MORE : 0));
                if (n > 0) {
                    gate->note_sent();
                    from += n;
                    left -= static_cast<std::size_t>(n);
                    sent += n;
                } else if (n < 0 && errno != EAGAIN && errno != EINTR) {
                    const int error = errno;
                    if (line)
                        (void)refill(); // the server may have sent the reason
                    return fail(error);
                } else if (!await(POLLOUT, deadline)) {
                    return fail(ETIMEDOUT);
                }
            }
        }
        return sent;
    }
};

Stream& of(mongoc_stream_t* base) { return *reinterpret_cast<Stream*>(base); }

int close_stream(mongoc_stream_t* base)
{
    Stream& s = of(base);
    if (s.fd >= 0) {
        s.gate->remove(s.fd);
        s.line.reset();
        ::close(s.fd);
    }
    s.fd = -1;
    return 0;
}

void destroy_stream(mongoc_stream_t* base)
{
    close_stream(base);
    delete &of(base);
}

bool closed(mongoc_stream_t* base)
{
    Stream& s = of(base);
    if (s.ahead() > 0)
        return false;
    char c = 0;
    return (s.line ? s.line->peek() : ::recv(s.fd, &c, 1, MSG_PEEK | MSG_DONTWAIT)) == 0;
}

ssize_t poll_streams(mongoc_stream_poll_t* streams, std::size_t count, std::int32_t timeout)
{
    std::vector<pollfd> fds(count);
    bool ready = false;
    auto until = SteadyPoint::max();
    for (std::size_t i = 0; i < count; ++i) {
        Stream& s = of(streams[i].stream);
        fds[i] = {s.fd, static_cast<short>(streams[i].events), 0};
        until = std::min(until, s.until(timeout));
        ready = ready || s.ahead() > 0 || (s.line && s.line->pending() > 0) || s.gate->interrupted();
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    const int n = ::poll(fds.data(), count, ready ? 0 : static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000)));
    for (std::size_t i = 0; i < count; ++i) {
        streams[i].revents = fds[i].revents;
        if (const Stream& s = of(streams[i].stream); s.ahead() > 0 || (s.line && s.line->pending() > 0))
            streams[i].revents |= POLLIN & streams[i].events;
    }
    return ready ? std::max(n, 1) : n;
}

mongoc_stream_t* make_stream(const std::shared_ptr<Gate>& gate, int fd, std::unique_ptr<tls::Line> line)
{
    auto* s = new Stream;
    s->gate = gate;
    s->fd = fd;
    s->line = std::move(line);
    gate->add(fd, s->line.get());
    mongoc_stream_t& b = s->base;
    b.type = our_type;
    b.destroy = destroy_stream;
    b.close = close_stream;
    b.failed = destroy_stream;
    b.flush = [](mongoc_stream_t*) { return 0; };
    b.writev = [](mongoc_stream_t* base, mongoc_iovec_t* iov, std::size_t n, std::int32_t timeout) {
        return of(base).write(iov, n, timeout);
    };
    b.readv = [](mongoc_stream_t* base, mongoc_iovec_t* iov, std::size_t n, std::size_t least, std::int32_t timeout) {
        return of(base).read(iov, n, least, timeout);
    };
    b.setsockopt = [](mongoc_stream_t* base, int level, int name, void* value, mongoc_socklen_t size) {
        return ::setsockopt(of(base).fd, level, name, value, size);
    };
    b.check_closed = closed;
    b.poll = poll_streams;
    b.timed_out = [](mongoc_stream_t* base) { return of(base).timed_out; };
    b.should_retry = [](mongoc_stream_t* base) { return of(base).would_block; };
    return &b;
}

void report(bson_error_t* error, const std::string& text)
{
    bson_set_error(error, MONGOC_ERROR_STREAM, MONGOC_ERROR_STREAM_CONNECT, "%s", text.c_str());
}

} // namespace

void Gate::add(int fd, tls::Line* line)
{
    const std::lock_guard lock(m_mutex);
    m_sockets[fd] = line;
    if (m_interrupted)
        ::shutdown(fd, SHUT_RDWR);
}

void Gate::remove(int fd)
{
    const std::lock_guard lock(m_mutex);
    m_sockets.erase(fd);
}

void Gate::interrupt() noexcept
{
    m_interrupted = true;
    const std::lock_guard lock(m_mutex);
    for (const auto& [fd, line] : m_sockets)
        ::shutdown(fd, SHUT_RDWR);
}

bool Gate::connected()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_sockets.empty())
            return false;
    }
    return still_open();
}

bool Gate::still_open()
{
    const std::lock_guard lock(m_mutex);
    return std::all_of(m_sockets.begin(), m_sockets.end(), [](const auto& socket) {
        const auto [fd, line] = socket;
        char c = 0;
        const auto n = line != nullptr ? line->peek() : ::recv(fd, &c, 1, MSG_PEEK | MSG_DONTWAIT);
        return n > 0 || (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
    });
}

mongoc_stream_t* open_stream(const std::shared_ptr<Gate>& gate, const mongoc_uri_t* uri, const mongoc_host_list_t* host,
                             bson_error_t* error)
{
    // With several members, a dead one must not use up the time of the call.
    const bool several = mongoc_uri_get_hosts(uri) != nullptr && mongoc_uri_get_hosts(uri)->next != nullptr;
    const auto left = gate->deadline() - Clock::now();
    const auto bound = several ? std::min<Clock::duration>(left, 1s) : left;
    const net::Dialled dialled = net::dial(host->host, host->port, Clock::now() + bound, gate->interrupted_flag());
    if (dialled.fd < 0) {
        report(error, dialled.trouble);
        return nullptr;
    }
    if (!gate->tls().wanted())
        return make_stream(gate, dialled.fd, nullptr);
    auto line = std::make_unique<tls::Line>(dialled.fd, gate->tls(), host->host);
    gate->add(dialled.fd); // allows an interrupt to reach the handshake
    const auto refusal = line->handshake(Clock::now() + bound, gate->interrupted_flag());
    gate->remove(dialled.fd);
    if (!refusal)
        return make_stream(gate, dialled.fd, std::move(line));
    line.reset();
    ::close(dialled.fd);
    if (!refusal->passing)
        gate->note_distrust(refusal->reason);
    report(error, refusal->reason);
    return nullptr;
}

} // namespace lockdesk::mongodb
