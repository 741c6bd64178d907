// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/fence_writer.h"

#include "backends/mongodb/fence_pass.h"
#include "backends/mongodb/own_transaction.h"

#include <mongoc/mongoc.h>

namespace lockdesk {

MongoFenceWriter::MongoFenceWriter(std::string database, const std::optional<SandboxId>& sandbox)
    : m_database(std::move(database)), m_sandbox(sandbox)
{
}

Answer<FenceAnswer> MongoFenceWriter::admit(mongoc_client_session_t* session, const Resource& resource, FencingToken token,
                                            const std::string& who) const
{
    mongodb::OwnTransaction transaction(mongoc_client_session_get_client(session), session, m_database, m_sandbox);
    FenceAnswer out;
    const auto run = [&](const char* statement, const mongodb::Values& values, mongodb::Bson& reply) {
        auto answer = transaction.run(statement, values);
        if (!answer)
            return std::optional(answer.failure());
        reply = std::move(*answer);
        return std::optional<Failure>();
    };
    if (auto failed = mongodb::admit_in_transaction(run, {resource, token, who}, out))
        return *failed;
    return out;
}

} // namespace lockdesk
