// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/engine/contracts/names.h"
#include "backends/mongodb/statements.h"

#include <optional>
#include <string>

typedef struct _mongoc_client_t mongoc_client_t;
typedef struct _mongoc_client_session_t mongoc_client_session_t;

namespace lockdesk::mongodb {

/// The caller's own transaction: our writers' statements run in it. The caller aborts it when one fails.
class OwnTransaction
{
public:
    /// `database`: of Lockdesk's collections, which must exist: on older servers a transaction cannot create them.
    OwnTransaction(mongoc_client_t* client, mongoc_client_session_t* session, std::string database,
                   const std::optional<SandboxId>& sandbox);
    /// Runs a statement of resources/mongodb. Usage failure outside a transaction.
    [[nodiscard]] Answer<Bson> run(const char* name, const Values& values);

private:
    std::optional<Failure> send(const char* name, const Bson& command, const Bson& how, Bson& reply) const;
    std::optional<Failure> begin();

    mongoc_client_t* m_client;
    mongoc_client_session_t* m_session;
    const std::string m_database;
    const bool m_sandboxed;
    Scope m_scope;
    bool m_begun = false;
};

} // namespace lockdesk::mongodb
