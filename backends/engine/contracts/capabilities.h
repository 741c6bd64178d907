// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/durability.h"
#include "backends/engine/contracts/time.h"

#include <string>
#include <vector>

namespace lockdesk {

enum class FenceStrength {
    none,   ///< the source has no tokens at all
    weak,   ///< tokens exist but may start again: see `weaknesses`
    strict, ///< tokens only ever grow, also when the server or its machine stops at once
};

enum class ClaimStrategy {
    atomic,        ///< default: one statement, fair between fresh and returned tasks
    plain,         ///< one statement, strict order locked_at, updated_at, id
    skip_locked_2, ///< select ... for update skip locked, then update, in one transaction
    version,       ///< read, then conditional update by id and version; retried
    none,          ///< the wrong way, for teaching: read, then write
};

/// What a session can do with its store and source. Console, command line and tests all read this and nothing else.
struct Capabilities
{
    std::string store;   ///< "memory", "sqlite", "postgresql", "redis", ...
    std::string version; ///< the server's or library's own version text
    std::string source = "lockdesk";
    std::string server_id;  ///< of the running server, however it is addressed; empty: it does not say
    bool replica = false;   ///< the server follows another one
    Duration resolution{1}; ///< of stored times; leases are rounded up to it
    FenceStrength fence = FenceStrength::strict;
    bool durable_tokens = true;       ///< no granted token is forgotten when the server or its machine stops at once
    std::vector<Weakness> weaknesses; ///< why not, as the server says itself
    std::size_t max_name_bytes = 200;
    bool waiters = true;        ///< waiters are recorded and can be listed
    bool hints = true;          ///< changes wake listeners
    bool batch_claim = true;    ///< one claim takes many tasks atomically
    bool session_locks = false; ///< guard `named`
    bool skip_locked = false;   ///< guard `skip-locked`
    bool tasks = true;
    bool outbox = true;
    bool records = true;
    bool workers = true;
    bool audit = true;
    bool draws = false;         ///< first-come draws
    bool fenced_writes = false; ///< a record's write can ask the fence itself
    bool statements = false;    ///< SQL of a lesson's own, in a sandbox
    bool foreign_keys = false;  ///< such SQL may declare them, and the store checks them
    bool sandbox = true;
    bool changes = true;          ///< incremental; else every poll is a snapshot
    bool server_read_only = true; ///< a read-only session is one for the server too; else it refuses by itself
    std::vector<ClaimStrategy> strategies;

    /// What the server says decides what tokens are worth: with a weakness they are neither durable nor strict.
    void take(const Durability& durability)
    {
        weaknesses = durability.weaknesses;
        durable_tokens = durable_tokens && durability.strong();
        if (fence == FenceStrength::strict && !durability.strong())
            fence = FenceStrength::weak;
    }
};

} // namespace lockdesk
