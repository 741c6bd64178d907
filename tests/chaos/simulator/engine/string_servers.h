// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/chaos/simulator/engine/unreliable.h"

#include <map>

namespace lockdesk::simulator {

/// A server for Redlock: a name is a key with its owner and an expiry. Not thread-safe: simulated threads run one at a time.
struct StringServer
{
    struct Key
    {
        std::string owner;
        TimePoint expires_at;
    };
    std::string id;
    std::map<std::string, Key> keys;
    bool down = false;
};

/// The factory for `open_redlock_store`: server `hN` of the URL is `servers[N]`, at the other end of the wire.
StoreRegistry::Factory string_servers(std::vector<StringServer>& servers, Wire& wire);

} // namespace lockdesk::simulator
