// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/durability.h"
#include "backends/engine/contracts/time.h"

#include <string>
#include <vector>

namespace lockdesk {

enum class FenceStrength {
    none,   ///< the source has no tokens
    weak,   ///< tokens may restart: see `weaknesses`
    strict, ///< tokens never decrease, even when the server or its machine stops at once
};

enum class ClaimStrategy {
    atomic,        ///< default: one statement, fair between fresh and returned tasks
    plain,         ///< one statement, strict order locked_at, updated_at, id
    skip_locked_2, ///< select ... for update skip locked, then update, in one transaction
    version,       ///< read, then conditional update by id and version; retried
    none,          ///< the wrong way, for teaching: read, then write
};

/// What a session supports with its store and source; read by console, command line and tests.
struct Capabilities
{
    std::string store;   ///< "memory", "sqlite", "postgresql", "redis", ...
    std::string version; ///< version text of the server or library
    std::string source = "lockdesk";
    std::string server_id;  ///< of the running server, independent of its address; empty: not available
    bool replica = false;   ///< the server is a replica
    Duration resolution{1}; ///< of stored times; leases are rounded up to it
    FenceStrength fence = FenceStrength::strict;
    bool durable_tokens = true;       ///< no granted token is lost when the server or its machine stops at once
    std::vector<Weakness> weaknesses; ///< reasons why not, as the server reports
    std::size_t max_name_bytes = 200;
    bool waiters = true;        ///< waiters are recorded and listed
    bool hints = true;          ///< changes wake listeners
    bool batch_claim = true;    ///< one claim may take many tasks atomically
    bool session_locks = false; ///< guard `named`
    bool skip_locked = false;   ///< guard `skip-locked`
    bool tasks = true;
    bool outbox = true;
    bool records = true;
    bool workers = true;
    bool audit = true;
    bool draws = false;         ///< first-come draws
    bool fenced_writes = false; ///< a record's write can include the fence
    bool sql = false;           ///< what a session sends is SQL
    bool quorum = false;        ///< several servers, of which a majority decides
    bool statements = false;    ///< own SQL of a lesson, in a sandbox
    bool foreign_keys = false;  ///< that SQL may declare them, and the store enforces them
    bool sandbox = true;
    bool changes = true;          ///< incremental; else every poll is a snapshot
    bool server_read_only = true; ///< the server enforces read-only sessions; else the session does
    std::vector<ClaimStrategy> strategies;

    /// Applies the server's durability: with a weakness, tokens are neither durable nor strict.
    void take(const Durability& durability)
    {
        weaknesses = durability.weaknesses;
        durable_tokens = durable_tokens && durability.strong();
        if (fence == FenceStrength::strict && !durability.strong())
            fence = FenceStrength::weak;
    }
};

} // namespace lockdesk
