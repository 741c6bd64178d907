// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/dial.h"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace lockdesk::mongodb {

namespace {

using namespace std::chrono_literals;

struct Address
{
    sockaddr_storage storage{};
    socklen_t size = 0;
};

struct Lookup
{
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    int error = 0;
    std::vector<Address> found;
};

int ask(const std::string& host, const std::string& port, int flags, std::vector<Address>& found)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags;
    addrinfo* list = nullptr;
    const int error = getaddrinfo(host.c_str(), port.c_str(), &hints, &list);
    for (const addrinfo* a = error == 0 ? list : nullptr; a != nullptr; a = a->ai_next) {
        Address& address = found.emplace_back();
        std::memcpy(&address.storage, a->ai_addr, a->ai_addrlen);
        address.size = a->ai_addrlen;
    }
    if (list != nullptr)
        freeaddrinfo(list);
    return error;
}

// getaddrinfo has no deadline: a thread asks, and is left behind when the time is over.
std::string find_addresses(const std::string& host, const std::string& port, SteadyPoint deadline,
                           const std::atomic<bool>& stop, std::vector<Address>& found)
{
    if (ask(host, port, AI_NUMERICHOST, found) == 0)
        return {};
    auto lookup = std::make_shared<Lookup>();
    std::thread([lookup, host, port] {
        std::vector<Address> addresses;
        const int error = ask(host, port, 0, addresses);
        const std::lock_guard lock(lookup->mutex);
        lookup->error = error;
        lookup->found = std::move(addresses);
        lookup->done = true;
        lookup->ended.notify_all();
    }).detach();
    std::unique_lock lock(lookup->mutex);
    while (!lookup->done && !stop && std::chrono::steady_clock::now() < deadline)
        lookup->ended.wait_for(lock, 20ms);
    if (!lookup->done)
        return "the name '" + host + "' was not resolved in time";
    if (lookup->error != 0)
        return "the name '" + host + "' is not known (" + gai_strerror(lookup->error) + ")";
    found = lookup->found;
    return {};
}

std::string error_text(int error) { return std::generic_category().message(error); }

std::string await_connected(int fd, SteadyPoint deadline, const std::atomic<bool>& stop)
{
    while (!stop) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left <= 0ms)
            return "no answer in time";
        pollfd p{fd, POLLOUT, 0};
        if (poll(&p, 1, static_cast<int>(std::min(left, std::chrono::milliseconds{20}).count())) <= 0)
            continue;
        int error = 0;
        socklen_t size = sizeof error;
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
        return error == 0 ? std::string() : error_text(error);
    }
    return "the call was cut";
}

Dialled dial_address(const Address& address, SteadyPoint deadline, const std::atomic<bool>& stop)
{
    const int fd = socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return {-1, error_text(errno)};
    const int on = 1;
    if (address.storage.ss_family != AF_UNIX)
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    std::string trouble;
    if (connect(fd, reinterpret_cast<const sockaddr*>(&address.storage), address.size) != 0)
        trouble = errno == EINPROGRESS ? await_connected(fd, deadline, stop) : error_text(errno);
    if (trouble.empty())
        return {fd, {}};
    close(fd);
    return {-1, trouble};
}

} // namespace

Dialled dial(const std::string& host, int port, SteadyPoint deadline, const std::atomic<bool>& stop)
{
    std::vector<Address> addresses;
    std::string trouble = "no address";
    if (host.starts_with('/')) {
        auto& address = addresses.emplace_back();
        auto* local = reinterpret_cast<sockaddr_un*>(&address.storage);
        if (host.size() >= sizeof local->sun_path)
            return {-1, "the path of the socket is too long"};
        local->sun_family = AF_UNIX;
        std::memcpy(local->sun_path, host.c_str(), host.size() + 1);
        address.size = sizeof *local;
    } else if (auto failed = find_addresses(host, std::to_string(port), deadline, stop, addresses); !failed.empty()) {
        return {-1, failed};
    }
    for (const Address& address : addresses) {
        Dialled dialled = dial_address(address, deadline, stop);
        if (dialled.fd >= 0)
            return dialled;
        trouble = dialled.trouble;
    }
    return {-1, host + ":" + std::to_string(port) + ": " + trouble};
}

} // namespace lockdesk::mongodb
