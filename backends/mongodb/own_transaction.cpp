// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/own_transaction.h"

#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

OwnTransaction::OwnTransaction(mongoc_client_t* client, mongoc_client_session_t* session, std::string database,
                               const std::optional<SandboxId>& sandbox)
    : m_client(client), m_session(session), m_database(std::move(database)), m_sandboxed(sandbox.has_value()),
      m_scope{collection_prefix(sandbox), server_now()}
{
}

std::optional<Failure> OwnTransaction::send(const char* name, const Bson& command, const Bson& how, Bson& reply) const
{
    bson_error_t error{};
    bson_t answer;
    const bool fine =
        mongoc_client_command_with_opts(m_client, m_database.c_str(), command.get(), nullptr, how.get(), &answer, &error);
    reply.reset(bson_copy(&answer));
    bson_destroy(&answer);
    const auto failed = [&](int code, const char* text, const std::string& code_name) {
        // Nothing persists before the commit, so a lost reply is not in doubt here.
        const auto cause = code > 0 ? Trouble::Cause::server : Trouble::Cause::no_answer;
        return to_failure({cause, code, text, code_name, false, name});
    };
    if (!fine)
        return failed(reply["code"].present() ? static_cast<int>(reply["code"].integer()) : 0, error.message,
                      reply["codeName"].str());
    for (const auto& one : reply["writeErrors"].items())
        return failed(static_cast<int>(one["code"].integer()), one["errmsg"].str().c_str(), {});
    return std::nullopt;
}

// A sandbox's clock is read outside of the transaction.
std::optional<Failure> OwnTransaction::begin()
{
    if (!mongoc_client_session_in_transaction(m_session))
        return Failure::usage("the session is in no transaction, so this would be written at once");
    if (m_begun || !m_sandboxed)
        return std::nullopt;
    Bson reply;
    if (auto failed = send("look", look_command(m_scope.prefix), {}, reply))
        return failed;
    const auto meta = reply["cursor"]["firstBatch"]["0"];
    if (!meta.present())
        return to_failure({Trouble::Cause::no_schema});
    m_scope.now = sandbox_now(meta["clock"]);
    m_begun = true;
    return std::nullopt;
}

Answer<Bson> OwnTransaction::run(const char* name, const Values& values)
{
    if (auto failed = begin())
        return *failed;
    Bson how;
    bson_error_t error{};
    if (!mongoc_client_session_append(m_session, how.get(), &error))
        return Failure::usage("the session is not of this client");
    Bson reply;
    if (auto failed = send(name, statement(name).fill(values, m_scope), how, reply))
        return *failed;
    return reply;
}

} // namespace lockdesk::mongodb
