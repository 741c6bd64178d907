// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <atomic>
#include <string>

namespace lockdesk::net {

struct Dialled
{
    int fd = -1; ///< connected, non-blocking, to be closed by the caller; -1: see `trouble`
    std::string trouble;
};

/// Connects to a host and port, or to the local socket named by a host with a leading slash, by the deadline. Gives up
/// within 20 ms when `stop` becomes true, even if the name service hangs. Any thread.
Dialled dial(const std::string& host, int port, SteadyPoint deadline, const std::atomic<bool>& stop);

} // namespace lockdesk::net
