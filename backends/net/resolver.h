// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <atomic>
#include <string>
#include <sys/socket.h>
#include <vector>

namespace lockdesk::net {

struct Address
{
    sockaddr_storage storage{};
    socklen_t size = 0;
};

/// The address in digits, without the port; for libraries that take text.
std::string digits(const Address& address);

/// Whether `host` is an address, so that no name lookup is needed.
bool is_address(const std::string& host);

struct Resolved
{
    std::vector<Address> addresses; ///< in the system's order of preference; empty: `late`, or not found
    bool late = false;              ///< neither found nor refused by the deadline, or stopped earlier
    std::string trouble;            ///< why there is no address, as a clause; else empty
};

/// Resolves the addresses of a host, each once, with `port` set (0: for a library that adds its own). Returns by the
/// deadline and within 20 ms of `stop`, even if the name service hangs: getaddrinfo() has no timeout, so it runs in a
/// separate thread, which is abandoned when the time is over. Any thread.
Resolved resolve(const std::string& host, int port, SteadyPoint deadline, const std::atomic<bool>& stop);

} // namespace lockdesk::net
