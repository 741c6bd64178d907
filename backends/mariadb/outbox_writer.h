// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"
#include "backends/mariadb/own_transaction.h"

#include <optional>

namespace lockdesk::mariadb {

/// Writes outbox messages in the caller's own transaction: a message exists once that commits, and never if it rolls back.
/// Relays find it by polling. The connection must have the character set utf8mb4 and no sql_mode NO_BACKSLASH_ESCAPES.
///
///     mysql_query(connection, "START TRANSACTION");
///     ... the caller's own writes ...
///     OutboxWriter(connection).add(message);
///     mysql_query(connection, "COMMIT");
class OutboxWriter
{
public:
    /// Lockdesk's tables must be in the connection's database.
    explicit OutboxWriter(OwnTransaction transaction) : m_transaction(std::move(transaction)) {}
    explicit OutboxWriter(st_mysql* connection, const std::optional<SandboxId>& sandbox = std::nullopt)
        : m_transaction(connection, sandbox)
    {
    }
    /// Returns false if a message of that id exists; the transaction continues. After a failure roll back.
    Answer<bool> add(const NewMessage& message);

private:
    OwnTransaction m_transaction;
};

} // namespace lockdesk::mariadb
