// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/link.h"

namespace lockdesk::postgres {

/// The login role for the SQL of one sandbox: it may use Lockdesk's tables there and create its own, and has no other
/// rights in the server. A separate login, because a session can undo a SET ROLE.
struct SandboxLogin
{
    std::string role, password;
};

/// Returns the login; creates it on first use and stores it in the sandbox, where the role itself cannot read it.
/// `not_confined` if the session's user may not create roles.
Answer<SandboxLogin> sandbox_login(sql::Link& link);
/// Returns options for the same server and database, with that role.
ConnectOptions as_sandbox_login(ConnectOptions options, const SandboxLogin& login);
/// Returns what such a connection could reach beyond its sandbox, according to the server, or an empty string.
Answer<std::string> beyond_the_sandbox(Connection& connection, const sql::Link& link, const SandboxLogin& login,
                                       SteadyPoint deadline);
/// Returns the SQL that drops the schema of a sandbox together with its role.
/// Its signature is that of `sql::AdminForms`: a schema holds what lessons made, whatever other sandboxes exist.
Answer<std::string> sandbox_drop_sql(sql::Link& link, const SandboxId& sandbox, const std::vector<SandboxInfo>&);

} // namespace lockdesk::postgres
