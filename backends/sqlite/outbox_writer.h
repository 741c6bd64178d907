// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"
#include "backends/sqlite/own_transaction.h"

#include <optional>
#include <string>

namespace lockdesk::sqlite {

/// Writes outbox messages on the caller's own connection, in its open transaction: the message exists if and only if the
/// caller's other changes do. Relays of other processes notice the commit through the file.
///
///     SQLite::Transaction work(db, SQLite::TransactionBehavior::IMMEDIATE);
///     ... the caller's own writes ...
///     writer.add(message);
///     work.commit();
class OutboxWriter
{
public:
    /// The connection must outlive the writer.
    explicit OutboxWriter(OwnTransaction transaction) : m_transaction(std::move(transaction)) {}
    explicit OutboxWriter(SQLite::Database& db, const std::optional<SandboxId>& sandbox = std::nullopt)
        : m_transaction(db, sandbox)
    {
    }
    /// Returns false if a message of that id exists. A failure leaves the caller's transaction open; the caller ends it.
    Answer<bool> add(const NewMessage& message);

private:
    OwnTransaction m_transaction;
};

} // namespace lockdesk::sqlite
