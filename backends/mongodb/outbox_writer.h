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

/// Writes outbox messages in the caller's own transaction, so that a message exists exactly when the rest of it does. Needs a
/// replica set, as transactions do. The caller aborts the transaction when this fails, as after every failed statement.
class MongoOutboxWriter
{
public:
    /// `database`: where Lockdesk's collections are. They must be there: a transaction makes none on older servers. With a
    /// sandbox, whose clock is read outside the transaction, for lessons.
    explicit MongoOutboxWriter(std::string database, const std::optional<SandboxId>& sandbox = std::nullopt);

    /// False: a message of that id exists, and nothing was changed. Usage failure when the session is in no transaction.
    [[nodiscard]] Answer<bool> add(mongoc_client_t* client, mongoc_client_session_t* session,
                                   const NewMessage& message) const;

private:
    const std::string m_database;
    const std::string m_prefix;
    const bool m_sandboxed;
};

} // namespace lockdesk
