// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/time.h"
#include "backends/mariadb/interrupter.h"

#include <string>
#include <vector>

namespace lockdesk::mariadb {

struct Resolved
{
    std::vector<std::string> addresses; ///< empty: not found, or not in time
    bool late = false;
    std::string trouble; ///< the resolver's words
};

/// The addresses of a host without blocking beyond the deadline or an interrupt; the client library would.
Resolved resolve(const std::string& host, const Interrupter& interrupter, SteadyPoint deadline);

} // namespace lockdesk::mariadb
