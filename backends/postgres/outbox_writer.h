// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"
#include "backends/postgres/own_transaction.h"

#include <optional>
#include <string>

namespace lockdesk::postgres {

/// Writes outbox messages in the caller's own transaction: a message exists once that commits, and never if it rolls
/// back. Relays find it by polling.
///
///     pqxx::work work(connection);
///     ... the caller's own writes ...
///     OutboxWriter(work).add(message);
///     work.commit();
class OutboxWriter
{
public:
    /// Finds Lockdesk's tables along the connection's search_path, or in the sandbox's schema.
    explicit OutboxWriter(OwnTransaction transaction, const std::optional<SandboxId>& sandbox = std::nullopt);
    explicit OutboxWriter(pqxx::transaction_base& transaction, const std::optional<SandboxId>& sandbox = std::nullopt)
        : OutboxWriter(OwnTransaction(transaction), sandbox)
    {
    }
    /// Returns false if a message of that id exists; the transaction continues. A failure has broken it: roll back.
    Answer<bool> add(const NewMessage& message);

private:
    OwnTransaction m_transaction;
    std::string m_schema; ///< with its dot; empty: along the search_path
};

} // namespace lockdesk::postgres
