// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/parts.h"
#include "backends/mongodb/fence_writer.h"
#include "backends/mongodb/outbox_writer.h"

#include <lockdesk/mongodb.h>

namespace lockdesk::embedding {

namespace {

std::string database_of(const TransactionParts::Place& place)
{
    return place.database.empty() ? "lockdesk" : place.database;
}

} // namespace

std::unique_ptr<TransactionParts> transaction_of(Tag, mongoc_client_session_t* session)
{
    return std::make_unique<WriterParts>(
        [session](const auto& place, const Resource& resource, FencingToken token, const std::string& who) {
            return MongoFenceWriter(database_of(place)).admit(session, resource, token, who);
        },
        [session](const auto& place, const NewMessage& message) {
            return MongoOutboxWriter(database_of(place)).add(session, message);
        });
}

} // namespace lockdesk::embedding
