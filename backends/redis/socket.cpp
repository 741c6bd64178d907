// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/socket.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace lockdesk::redis {

namespace {

using namespace std::chrono_literals;

struct Address
{
    sockaddr_storage storage{};
    socklen_t size = 0;
};

struct Looked
{
    std::mutex mutex;
    std::condition_variable done_changed;
    bool done = false;
    int error = 0;
    std::vector<Address> found;
};

int look_up(const std::string& host, const std::string& port, int flags, std::vector<Address>& found)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags;
    addrinfo* list = nullptr;
    const int error = getaddrinfo(host.c_str(), port.c_str(), &hints, &list);
    if (error != 0)
        return error;
    for (const addrinfo* a = list; a != nullptr; a = a->ai_next) {
        Address address;
        std::memcpy(&address.storage, a->ai_addr, a->ai_addrlen);
        address.size = a->ai_addrlen;
        found.push_back(address);
    }
    freeaddrinfo(list);
    return 0;
}

// The name service knows no deadline, so names are looked up by a thread that may be left behind.
std::string resolve(const std::string& host, const std::string& port, SteadyPoint deadline, const std::atomic<bool>& stop,
                    std::vector<Address>& found)
{
    if (look_up(host, port, AI_NUMERICHOST, found) == 0)
        return {};
    auto looked = std::make_shared<Looked>();
    std::thread([looked, host, port] {
        std::vector<Address> addresses;
        const int error = look_up(host, port, 0, addresses);
        const std::lock_guard lock(looked->mutex);
        looked->error = error;
        looked->found = std::move(addresses);
        looked->done = true;
        looked->done_changed.notify_all();
    }).detach();
    std::unique_lock lock(looked->mutex);
    while (!looked->done && !stop && std::chrono::steady_clock::now() < deadline)
        looked->done_changed.wait_for(lock, 20ms);
    if (!looked->done)
        return "the name '" + host + "' was not resolved in time";
    if (looked->error != 0)
        return "the name '" + host + "' is not known (" + gai_strerror(looked->error) + ")";
    found = looked->found;
    return {};
}

std::string error_text(int error) { return std::error_code(error, std::generic_category()).message(); }

// Empty when connected by the deadline.
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
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    if (address.storage.ss_family != AF_UNIX) {
        const int on = 1;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    }
    return {fd, {}};
}

Dialled dial_unix(const std::string& path, SteadyPoint deadline, const std::atomic<bool>& stop)
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

Dialled dial(const StoreUrl& url, SteadyPoint deadline, const std::atomic<bool>& stop)
{
    if (url.host().starts_with('/'))
        return dial_unix(url.host(), deadline, stop);
    const std::string host = url.host().empty() ? "127.0.0.1" : url.host();
    const std::string port = std::to_string(url.port() == 0 ? 6379 : url.port());
    std::vector<Address> addresses;
    if (auto trouble = resolve(host, port, deadline, stop, addresses); !trouble.empty())
        return {-1, std::move(trouble)};
    Dialled last{-1, "no address"};
    for (const Address& address : addresses) {
        last = dial_address(address, deadline, stop);
        if (last.fd >= 0)
            return last;
    }
    last.trouble = host + ":" + port + ": " + last.trouble;
    return last;
}

} // namespace lockdesk::redis
