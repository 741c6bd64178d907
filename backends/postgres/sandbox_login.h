// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/link.h"

namespace lockdesk::postgres {

/// The role that the SQL of one sandbox logs in with: it may use the tables of Lockdesk there, make its own, and nothing else in
/// the server. A login of its own, because what a session takes on with SET ROLE it can put off again.
struct SandboxLogin
{
    std::string role, password;
};

/// Made with its first use and kept in the sandbox, where the role itself cannot read it. `not_confined` where the session's user
/// may not make one.
Answer<SandboxLogin> sandbox_login(sql::Link& link);
/// The same server and database, with that role.
ConnectOptions as_sandbox_login(ConnectOptions options, const SandboxLogin& login);
/// What a connection that was opened so could reach beyond its sandbox, as the server itself says; empty: nothing.
Answer<std::string> beyond_the_sandbox(Connection& connection, const sql::Link& link, const SandboxLogin& login,
                                       SteadyPoint deadline);
/// What drops the schema of a sandbox together with its role.
Answer<std::string> sandbox_drop_sql(sql::Link& link, const SandboxId& sandbox);

} // namespace lockdesk::postgres
