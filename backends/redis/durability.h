// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/durability.h"
#include "backends/redis/link.h"

namespace lockdesk::redis {

struct Kept
{
    Durability durability;
    bool forgets =
        false; ///< nothing on disk is sure to have a token of an hour ago: no append-only file, or keys are evicted
};

/// What the server says that it writes to disk, and whether it evicts.
Answer<Kept> read_kept(Link& link);

} // namespace lockdesk::redis
