// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/own_writers.h"

struct st_mysql;

namespace lockdesk::mariadb {

/// The caller's own transaction. The connection must have the character set utf8mb4 and no sql_mode NO_BACKSLASH_ESCAPES, and
/// Lockdesk's tables in its database.
///
/// Under every isolation level the fence compares the newest token. Two first admissions of one resource may deadlock: one of
/// them fails and may be repeated.
class OwnTransaction : public sql::OwnTransaction
{
public:
    explicit OwnTransaction(st_mysql* connection, const std::optional<SandboxId>& sandbox = std::nullopt);
    explicit OwnTransaction(OwnRunner runner);
};

/// Adds messages to a transaction of the client library:
///
///     mysql_query(connection, "START TRANSACTION");
///     ... the caller's own writes ...
///     OutboxWriter(connection).add(message);
///     mysql_query(connection, "COMMIT");
class OutboxWriter : public sql::OutboxWriter
{
public:
    using sql::OutboxWriter::OutboxWriter;
    explicit OutboxWriter(st_mysql* connection, const std::optional<SandboxId>& sandbox = std::nullopt)
        : OutboxWriter(OwnTransaction(connection, sandbox))
    {
    }
};

} // namespace lockdesk::mariadb
