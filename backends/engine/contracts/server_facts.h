// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/admin.h"
#include "backends/engine/contracts/answer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// A setting of a server, as it reports it: `appendfsync`, `always`.
struct ServerSetting
{
    std::string name, value;
    friend bool operator==(const ServerSetting&, const ServerSetting&) = default;
};

/// What a server reports of itself and of this session. Contains no address, user or password. nullopt: not known.
struct ServerFacts
{
    std::vector<ServerSetting> settings; ///< those that decide what a lock is worth there
    std::optional<std::int64_t> token_floor;
    std::optional<bool> pooled;    ///< a pooler or proxy is between: no session state lasts
    std::optional<bool> may_write; ///< the user may write Lockdesk's records, whether or not this session may
    std::optional<bool> superuser; ///< the user may do everything: more than Lockdesk needs
    friend bool operator==(const ServerFacts&, const ServerFacts&) = default;
};

/// Of servers that report facts; a further interface of their `Admin`. One thread at a time.
class ServerFactsReader
{
public:
    virtual ~ServerFactsReader() = default;
    virtual Answer<ServerFacts> server_facts() = 0;
};

/// Unsupported: this store has no server that reports facts.
inline Answer<ServerFacts> server_facts(Admin& admin)
{
    if (auto* const reader = dynamic_cast<ServerFactsReader*>(&admin))
        return reader->server_facts();
    return Failure::unsupported("this store reports no facts about itself");
}

} // namespace lockdesk
