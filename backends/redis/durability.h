// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/durability.h"
#include "backends/engine/contracts/server_facts.h"
#include "backends/redis/link.h"

namespace lockdesk::redis {

struct Kept
{
    Durability durability;
    bool forgets =
        false; ///< a token of an hour ago may be lost: no append-only file, or keys are evicted
};

/// Reads what the server writes to disk, and whether it evicts keys.
Answer<Kept> read_kept(Link& link);

/// Reads the same as facts, and the token floor.
Answer<ServerFacts> read_server_facts(Link& link);

} // namespace lockdesk::redis
