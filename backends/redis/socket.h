// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/store_url.h"
#include "backends/engine/time.h"

#include <atomic>
#include <string>

namespace lockdesk::redis {

struct Dialled
{
    int fd = -1; ///< connected, blocking; -1: `trouble` says why
    std::string trouble;
};

/// Connects to the URL's host and port (default 127.0.0.1:6379), or to the Unix socket that its host names, by the deadline.
/// Gives up within 20 ms when `stop` becomes true, and whatever the name service does.
Dialled dial(const StoreUrl& url, SteadyPoint deadline, const std::atomic<bool>& stop);

} // namespace lockdesk::redis
