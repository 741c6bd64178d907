// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/outbox.h"

#include <optional>
#include <string>

typedef struct _mongoc_client_t mongoc_client_t;
typedef struct _mongoc_client_session_t mongoc_client_session_t;

namespace lockdesk {

/// Writes outbox messages in the caller's own transaction, so that a message exists if and only if it commits. Needs a
/// replica set, like transactions. The caller aborts the transaction when this fails, as after every failed statement.
class MongoOutboxWriter
{
public:
    /// `database`: of Lockdesk's collections, which must exist: on older servers a transaction cannot create them. With a
    /// sandbox, whose clock is read outside the transaction, for lessons.
    explicit MongoOutboxWriter(std::string database, const std::optional<SandboxId>& sandbox = std::nullopt);

    /// Returns false, without a change, when a message with that id exists. Usage failure outside a transaction.
    [[nodiscard]] Answer<bool> add(mongoc_client_t* client, mongoc_client_session_t* session,
                                   const NewMessage& message) const;
    [[nodiscard]] Answer<bool> add(mongoc_client_session_t* session, const NewMessage& message) const;

private:
    const std::string m_database;
    const std::optional<SandboxId> m_sandbox;
};

} // namespace lockdesk
