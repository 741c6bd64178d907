// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/outbox_writer.h"

#include "backends/mongodb/link.h"
#include "backends/mongodb/outbox.h"

namespace lockdesk {

namespace {

using mongodb::Bson;
using mongodb::Trouble;

std::optional<Failure> run(mongoc_client_t* client, const std::string& database, const Bson& command, const Bson& how,
                           Bson& reply)
{
    bson_error_t error{};
    bson_t answer;
    const bool fine =
        mongoc_client_command_with_opts(client, database.c_str(), command.get(), nullptr, how.get(), &answer, &error);
    reply.reset(bson_copy(&answer));
    bson_destroy(&answer);
    const auto failed = [&](int code, const char* text, const std::string& name) {
        // Nothing persists before the commit, so a lost reply is not in doubt here.
        const auto cause = code > 0 ? Trouble::Cause::server : Trouble::Cause::no_answer;
        return mongodb::to_failure({cause, code, text, name, false, "outbox_add"});
    };
    if (!fine)
        return failed(reply["code"].present() ? static_cast<int>(reply["code"].integer()) : 0, error.message,
                      reply["codeName"].str());
    for (const auto& one : reply["writeErrors"].items())
        return failed(static_cast<int>(one["code"].integer()), one["errmsg"].str().c_str(), {});
    return std::nullopt;
}

} // namespace

MongoOutboxWriter::MongoOutboxWriter(std::string database, const std::optional<SandboxId>& sandbox)
    : m_database(std::move(database)), m_prefix(mongodb::collection_prefix(sandbox)), m_sandboxed(sandbox.has_value())
{
}

Answer<bool> MongoOutboxWriter::add(mongoc_client_t* client, mongoc_client_session_t* session,
                                    const NewMessage& message) const
{
    if (!mongoc_client_session_in_transaction(session))
        return Failure::usage("the session is in no transaction, so the message would be written at once");
    mongodb::Scope scope{m_prefix, mongodb::server_now()};
    Bson reply;
    if (m_sandboxed) {
        if (auto failed = run(client, m_database, mongodb::look_command(m_prefix), {}, reply))
            return *failed;
        const auto meta = reply["cursor"]["firstBatch"]["0"];
        if (!meta.present())
            return mongodb::to_failure({Trouble::Cause::no_schema});
        scope.now = mongodb::sandbox_now(meta["clock"]);
    }
    Bson how;
    bson_error_t error{};
    if (!mongoc_client_session_append(session, how.get(), &error))
        return Failure::usage("the session is not of this client");
    if (auto failed = run(client, m_database,
                          mongodb::statement("outbox_add").fill(mongodb::message_values(message), scope), how, reply))
        return *failed;
    return !reply["upserted"].items().empty();
}

} // namespace lockdesk
