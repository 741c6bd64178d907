// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"
#include "backends/engine/contracts/outbox.h"
#include "backends/engine/contracts/own_runner.h"
#include "backends/sql/values.h"

namespace lockdesk::sql {

/// The caller's own transaction: our writers' statements run in it. A server's class derives from it.
struct OwnTransaction
{
    /// Runs one statement of resources. Usage failure outside a transaction. After any other failure the transaction is broken:
    /// roll back.
    std::function<Answer<OwnReply>(const char* name, const Values& values)> run;
    bool stamps_rows = false; ///< a row gets its stamp after it was written
};

/// The fence in the caller's own transaction, which locks the fence's row until its end: an admission of a newer token waits
/// for it, and is then ahead of everything that the transaction wrote. After a rollback nothing remains, a refusal neither.
/// After a failure roll back. Refused: roll back what was written.
Answer<FenceAnswer> admit_fence(const OwnTransaction& transaction, const Resource& resource, FencingToken token,
                                const std::string& who);

/// Writes outbox messages in the caller's own transaction: a message exists once that commits, and never if it rolls
/// back. Relays find it by polling.
class OutboxWriter
{
public:
    explicit OutboxWriter(OwnTransaction transaction) : m_transaction(std::move(transaction)) {}
    /// Returns false if a message of that id exists; the transaction continues. After a failure roll back.
    Answer<bool> add(const NewMessage& message);

private:
    OwnTransaction m_transaction;
};

} // namespace lockdesk::sql
