// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/store_url.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockdesk::bench {

/// What the engine is measured against: a minimal loop with the same client library and the same statements, without any
/// of the engine's code around it (no Answer, no reconnect, no deadline). One object per worker thread, own connection.
/// A failure throws std::runtime_error: a benchmark that cannot run must not print a number.
class RawLoop
{
public:
    virtual ~RawLoop() = default;
    /// Acquire, then release, of a lock that nobody else wants.
    virtual void pair(const std::string& name, const std::string& owner) = 0;
    /// The same with the fewest statements of this store that still exclude others: a row or a key that is there or not, an
    /// owner and an end; no tokens that must grow, no re-entry, nothing for who watches. In a table or under keys of its own.
    virtual void smallest_pair(const std::string& name, const std::string& owner) = 0;
    /// Claims up to `limit` due tasks with the statement of strategy `atomic` and a fresh claim id; remembers their ids and
    /// tokens for `advance_claimed`. Answers how many.
    virtual std::int64_t claim(const std::string& kind, const std::string& phase, std::int64_t limit,
                               const std::string& owner) = 0;
    /// Advances what the last claim took to phase `to`, with the statement of Tasks::apply.
    virtual void advance_claimed(const std::string& to) = 0;
    /// What a claim writes, into one task's row found by its primary key, whatever is in it, answered with the row: the least
    /// that any claim could cost.
    virtual void update(const std::string& id, const std::string& owner) = 0;
    /// Adds one outbox message in its own transaction.
    virtual void enqueue(const std::string& id, const std::string& payload) = 0;
    /// Reads the changes of locks, tasks, messages and workers after the cursor of the last call (the first call takes a
    /// snapshot). Answers how many rows came.
    virtual std::int64_t changes() = 0;
};

/// Null when the store's raw loop is not built in.
std::unique_ptr<RawLoop> make_raw_loop(const StoreUrl& url);

// Each in raw_<store>.cpp.
std::unique_ptr<RawLoop> make_raw_sqlite(const StoreUrl& url);
std::unique_ptr<RawLoop> make_raw_postgres(const StoreUrl& url);
std::unique_ptr<RawLoop> make_raw_redis(const StoreUrl& url);
/// The same scripts without their PUBLISH.
std::unique_ptr<RawLoop> make_raw_redis_without_hints(const StoreUrl& url);
std::unique_ptr<RawLoop> make_raw_mariadb(const StoreUrl& url);
std::unique_ptr<RawLoop> make_raw_mongodb(const StoreUrl& url);

} // namespace lockdesk::bench
