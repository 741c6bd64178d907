// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/store_url.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockdesk::bench {

/// The baseline of the engine: a minimal loop with the same client library and the same statements, without any of the
/// engine's code around it (no Answer, no reconnect, no deadline). One object per worker thread, own connection. A
/// failure throws std::runtime_error: a benchmark that cannot run must not print a number.
class RawLoop
{
public:
    virtual ~RawLoop() = default;
    /// Acquires and releases a lock without contention.
    virtual void pair(const std::string& name, const std::string& owner) = 0;
    /// The same with the fewest statements of this store that still exclude others: a row or key that exists or not, an
    /// owner and an expiry; no growing tokens, no re-entry, nothing for observers. In its own table or keys.
    virtual void smallest_pair(const std::string& name, const std::string& owner) = 0;
    /// Claims up to `limit` due tasks with the statement of strategy `atomic` and a fresh claim id; stores their ids and
    /// tokens for `advance_claimed`. Returns their number.
    virtual std::int64_t claim(const std::string& kind, const std::string& phase, std::int64_t limit,
                               const std::string& owner) = 0;
    /// Advances the tasks of the last claim to phase `to`, with the statement of Tasks::apply.
    virtual void advance_claimed(const std::string& to) = 0;
    /// Writes what a claim writes into one task's row, found by its primary key and whatever it contains, and returns the
    /// row: the minimum cost of a claim.
    virtual void update(const std::string& id, const std::string& owner) = 0;
    /// Adds an outbox message in its own transaction.
    virtual void enqueue(const std::string& id, const std::string& payload) = 0;
    /// Reads the changes of locks, tasks, messages and workers after the cursor of the last call (the first call reads a
    /// snapshot). Returns the number of rows.
    virtual std::int64_t changes() = 0;
};

/// Null if the store's raw loop is not compiled in.
std::unique_ptr<RawLoop> make_raw_loop(const StoreUrl& url);

// In raw_<store>.cpp.
std::unique_ptr<RawLoop> make_raw_sqlite(const StoreUrl& url);
std::unique_ptr<RawLoop> make_raw_postgres(const StoreUrl& url);
std::unique_ptr<RawLoop> make_raw_redis(const StoreUrl& url);
/// The same scripts without their PUBLISH.
std::unique_ptr<RawLoop> make_raw_redis_without_hints(const StoreUrl& url);
std::unique_ptr<RawLoop> make_raw_mariadb(const StoreUrl& url);
std::unique_ptr<RawLoop> make_raw_mongodb(const StoreUrl& url);

} // namespace lockdesk::bench
