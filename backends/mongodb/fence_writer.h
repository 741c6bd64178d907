// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"

#include <optional>
#include <string>

typedef struct _mongoc_client_session_t mongoc_client_session_t;

namespace lockdesk {

/// The fence in the caller's own transaction, which writes the fence's document: of two transactions with admissions
/// of one resource, the second fails with WriteConflict (112) and may be repeated. After an abort nothing remains, a
/// refusal neither. Needs a replica set, like transactions.
class MongoFenceWriter
{
public:
    /// `database`: of Lockdesk's collections.
    explicit MongoFenceWriter(std::string database, const std::optional<SandboxId>& sandbox = std::nullopt);
    /// The caller aborts the transaction when this fails or refuses.
    [[nodiscard]] Answer<FenceAnswer> admit(mongoc_client_session_t* session, const Resource& resource, FencingToken token,
                                            const std::string& who) const;

private:
    const std::string m_database;
    const std::optional<SandboxId> m_sandbox;
};

} // namespace lockdesk
