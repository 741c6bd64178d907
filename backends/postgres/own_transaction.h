// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/own_writers.h"

struct pg_conn;
namespace pqxx {
class transaction_base;
}

namespace lockdesk::postgres {

/// The caller's own transaction, of libpqxx, of libpq or of another library; holds a reference. Finds Lockdesk's tables along
/// the connection's search_path. In a sandbox only for messages.
///
/// An admission at the fence that a newer one overtook is refused; under REPEATABLE READ and SERIALIZABLE it fails with
/// SQLSTATE 40001.
class OwnTransaction : public sql::OwnTransaction
{
public:
    explicit OwnTransaction(pqxx::transaction_base& transaction, const std::optional<SandboxId>& sandbox = std::nullopt);
    explicit OwnTransaction(pg_conn* connection);
    explicit OwnTransaction(OwnRunner runner);
};

/// Adds messages to a transaction of the client library:
///
///     pqxx::work work(connection);
///     ... the caller's own writes ...
///     OutboxWriter(work).add(message);
///     work.commit();
class OutboxWriter : public sql::OutboxWriter
{
public:
    using sql::OutboxWriter::OutboxWriter;
    explicit OutboxWriter(pqxx::transaction_base& transaction, const std::optional<SandboxId>& sandbox = std::nullopt)
        : OutboxWriter(OwnTransaction(transaction, sandbox))
    {
    }
};

} // namespace lockdesk::postgres
