// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/net/resolver.h"

#include "backends/engine/runners/unwaited.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

namespace lockdesk::net {

namespace {

using namespace std::chrono_literals;

// State shared with a thread that may outlive its caller.
struct Lookup
{
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    int error = 0;
    std::vector<Address> found;
};

int look_up(const std::string& host, int port, int flags, std::vector<Address>& found)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags;
    addrinfo* list = nullptr;
    const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
    if (error != 0)
        return error;
    for (const addrinfo* a = list; a != nullptr; a = a->ai_next) {
        Address address;
        std::memcpy(&address.storage, a->ai_addr, a->ai_addrlen);
        address.size = a->ai_addrlen;
        const auto same = [&](const Address& other) {
            return other.size == address.size && std::memcmp(&other.storage, &address.storage, address.size) == 0;
        };
        if (std::none_of(found.begin(), found.end(), same))
            found.push_back(address);
    }
    freeaddrinfo(list);
    return 0;
}

} // namespace

std::string digits(const Address& address)
{
    char text[NI_MAXHOST];
    const auto* socket = reinterpret_cast<const sockaddr*>(&address.storage);
    return getnameinfo(socket, address.size, text, sizeof text, nullptr, 0, NI_NUMERICHOST) == 0 ? text : std::string{};
}

bool is_address(const std::string& host)
{
    in6_addr six;
    in_addr four;
    return inet_pton(AF_INET, host.c_str(), &four) == 1 || inet_pton(AF_INET6, host.c_str(), &six) == 1;
}

Resolved resolve(const std::string& host, int port, SteadyPoint deadline, const std::atomic<bool>& stop)
{
    Resolved out;
    if (look_up(host, port, AI_NUMERICHOST, out.addresses) == 0)
        return out;
    auto lookup = std::make_shared<Lookup>();
    start_unwaited([lookup, host, port] {
        std::vector<Address> addresses;
        const int error = look_up(host, port, 0, addresses);
        const std::lock_guard lock(lookup->mutex);
        lookup->error = error;
        lookup->found = std::move(addresses);
        lookup->done = true;
        lookup->ended.notify_all();
    });
    std::unique_lock lock(lookup->mutex);
    while (!lookup->done && !stop && std::chrono::steady_clock::now() < deadline)
        lookup->ended.wait_for(lock, 20ms);
    if (!lookup->done) {
        out.late = true;
        out.trouble = "the name '" + host + "' was not resolved in time";
    } else if (lookup->error != 0) {
        out.trouble = "the name '" + host + "' was not found: " + gai_strerror(lookup->error);
    } else {
        out.addresses = lookup->found;
    }
    return out;
}

} // namespace lockdesk::net
