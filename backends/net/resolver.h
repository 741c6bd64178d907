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

/// Its digits, without the port; for libraries that take a text.
std::string digits(const Address& address);

/// Whether `host` is an address already, so that nobody need be asked.
bool is_address(const std::string& host);

struct Resolved
{
    std::vector<Address> addresses; ///< in the system's order of preference; empty: `late`, or not found
    bool late = false;              ///< neither found nor refused by the deadline, or stopped before
    std::string trouble;            ///< why there is no address, as a clause
};

/// The addresses of a host, each once, with `port` set (0: for a library that adds its own). Returns by the deadline and within 20 ms of `stop`, whatever the name service does:
/// getaddrinfo() knows no deadline, so a thread of its own calls it, and is left behind when the time is over. Any thread.
Resolved resolve(const std::string& host, int port, SteadyPoint deadline, const std::atomic<bool>& stop);

} // namespace lockdesk::net
