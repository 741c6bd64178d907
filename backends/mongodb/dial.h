// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/time.h"

#include <atomic>
#include <string>

namespace lockdesk::mongodb {

struct Dialled
{
    int fd = -1;
    std::string trouble; ///< when there is none
};

/// A connected, non-blocking TCP or (when the host begins with a slash) local socket.
Dialled dial(const std::string& host, int port, SteadyPoint deadline, const std::atomic<bool>& stop);

} // namespace lockdesk::mongodb
