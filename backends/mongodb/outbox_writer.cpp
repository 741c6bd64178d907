// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/outbox_writer.h"

#include "backends/mongodb/outbox.h"
#include "backends/mongodb/own_transaction.h"

#include <mongoc/mongoc.h>

namespace lockdesk {

MongoOutboxWriter::MongoOutboxWriter(std::string database, const std::optional<SandboxId>& sandbox)
    : m_database(std::move(database)), m_sandbox(sandbox)
{
}

Answer<bool> MongoOutboxWriter::add(mongoc_client_t* client, mongoc_client_session_t* session,
                                    const NewMessage& message) const
{
    const auto reply = mongodb::OwnTransaction(client, session, m_database, m_sandbox)
                           .run("outbox_add", mongodb::message_values(message));
    if (!reply)
        return reply.failure();
    return !(*reply)["upserted"].items().empty();
}

Answer<bool> MongoOutboxWriter::add(mongoc_client_session_t* session, const NewMessage& message) const
{
    return add(mongoc_client_session_get_client(session), session, message);
}

} // namespace lockdesk
