// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <atomic>
#include <string>

namespace lockdesk::net {

struct Dialled
{
    int fd = -1; ///< connected, non-blocking, the caller's to close; -1: `trouble` says why
    std::string trouble;
};

/// Connects to a host and port, or to the local socket that a host with a leading slash names, by the deadline. Gives up
/// within 20 ms when `stop` becomes true, whatever the name service does. Any thread.
Dialled dial(const std::string& host, int port, SteadyPoint deadline, const std::atomic<bool>& stop);

} // namespace lockdesk::net
