// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/stores/live_store.h"

#include <lockdesk/lockdesk.h>

#include <memory>
#include <string>

namespace lockdesk::test {

/// What another program has: a connection of its own to the store's server, with a transaction of the client library.
class OwnDatabase
{
public:
    enum class Level { read_committed, repeatable_read };
    virtual ~OwnDatabase() = default;
    /// Begins, with a snapshot under REPEATABLE READ.
    virtual void begin(Level level) = 0;
    /// Writes a row of its own.
    virtual void write() = 0;
    /// Returns false if the store has done nothing of it.
    virtual bool commit() = 0;
    virtual void roll_back() = 0;
    /// Makes the store end the transaction with an error, which the program overlooks.
    virtual void lose() = 0;
    virtual void require(embedding::Held& held, const std::string& resource) = 0;
    virtual bool add(const embedding::Desk& desk, const std::string& topic, const std::string& payload,
                     const std::string& id) = 0;
    /// Number of rows that `write` wrote.
    virtual int rows() = 0;
};

std::unique_ptr<OwnDatabase> own_sqlite(const LiveStore& store, bool handle);
std::unique_ptr<OwnDatabase> own_postgres(const LiveStore& store, bool handle);
std::unique_ptr<OwnDatabase> own_mariadb(const LiveStore& store);
std::unique_ptr<OwnDatabase> own_mongodb(const LiveStore& store);
std::unique_ptr<OwnDatabase> own_redis(const LiveStore& store);

/// `handle`: by the client library's handle in C, where it has classes, too.
inline std::unique_ptr<OwnDatabase> own_database(const LiveStore& store, bool handle = false)
{
    if (store.kind() == "sqlite")
        return own_sqlite(store, handle);
    if (store.kind() == "postgresql")
        return own_postgres(store, handle);
    if (store.kind() == "mariadb")
        return own_mariadb(store);
    if (store.kind() == "mongodb")
        return own_mongodb(store);
    return own_redis(store);
}

} // namespace lockdesk::test
