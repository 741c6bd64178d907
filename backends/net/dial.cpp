// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/net/dial.h"

#include "backends/net/resolver.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <utility>

namespace lockdesk::net {

namespace {

using namespace std::chrono_literals;

std::string error_text(int error) { return std::generic_category().message(error); }

// Returns an error, or an empty string once connected.
std::string connect_by(int fd, const Address& address, SteadyPoint deadline, const std::atomic<bool>& stop)
{
    if (connect(fd, reinterpret_cast<const sockaddr*>(&address.storage), address.size) == 0)
        return {};
    if (errno != EINPROGRESS)
        return error_text(errno);
    for (;;) {
        if (stop)
            return "the call was cut";
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left <= 0ms)
            return "no answer in time";
        pollfd p{fd, POLLOUT, 0};
        const int ready = poll(&p, 1, static_cast<int>(std::min(left, std::chrono::milliseconds{20}).count()));
        if (ready > 0) {
            int error = 0;
            socklen_t size = sizeof error;
            getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
            return error == 0 ? std::string() : error_text(error);
        }
    }
}

Dialled dial_address(const Address& address, SteadyPoint deadline, const std::atomic<bool>& stop)
{
    const int fd = socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return {-1, error_text(errno)};
    auto trouble = connect_by(fd, address, deadline, stop);
    if (!trouble.empty()) {
        close(fd);
        return {-1, std::move(trouble)};
    }
    if (address.storage.ss_family != AF_UNIX) {
        const int on = 1;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    }
    return {fd, {}};
}

Dialled dial_local(const std::string& path, SteadyPoint deadline, const std::atomic<bool>& stop)
{
    Address address;
    auto* un = reinterpret_cast<sockaddr_un*>(&address.storage);
    if (path.size() >= sizeof un->sun_path)
        return {-1, "the path of the socket is too long"};
    un->sun_family = AF_UNIX;
    std::memcpy(un->sun_path, path.c_str(), path.size() + 1);
    address.size = sizeof(sockaddr_un);
    auto dialled = dial_address(address, deadline, stop);
    if (dialled.fd < 0)
        dialled.trouble = path + ": " + dialled.trouble;
    return dialled;
}

} // namespace

Dialled dial(const std::string& host, int port, SteadyPoint deadline, const std::atomic<bool>& stop)
{
    if (host.starts_with('/'))
        return dial_local(host, deadline, stop);
    const auto resolved = resolve(host, port, deadline, stop);
    if (resolved.addresses.empty())
        return {-1, resolved.trouble};
    Dialled last;
    for (const Address& address : resolved.addresses) {
        last = dial_address(address, deadline, stop);
        if (last.fd >= 0)
            return last;
    }
    last.trouble = host + ":" + std::to_string(port) + ": " + last.trouble;
    return last;
}

} // namespace lockdesk::net
