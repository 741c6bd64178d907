// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/link.h"

#include <set>

namespace lockdesk::mariadb {

/// The account that the SQL of one sandbox logs in with. A sandbox is tables with a prefix in somebody's database, and rights by
/// prefix are not to be had: so it has the rights of single tables, those that statements name as `{name}`, given before each.
struct SandboxLogin
{
    std::string account, password;
};

/// Made with its first use and kept in a table of the sandbox that the account has no right to. `not_confined` where the session's
/// user may not make one.
Answer<SandboxLogin> sandbox_login(sql::Link& link);
/// What a connection that was opened with it could reach beyond its sandbox, as the server itself says; empty: nothing.
Answer<std::string> beyond_the_sandbox(Connection& connection, const sql::Link& link, const SandboxLogin& login,
                                       SteadyPoint deadline);
/// What removes the account of a sandbox; empty: it has none.
Answer<std::string> login_drop_sql(sql::Link& link, const SandboxId& sandbox);

/// Gives the account what it needs for the tables that a text names; remembers what it has.
class TableRights
{
public:
    /// A name that is none of the sandbox's is a `refused` text; empty: all are given.
    Answer<std::string> give(sql::Link& link, const SandboxLogin& login, const std::set<std::string>& names);

private:
    std::set<std::string> m_given;
};

} // namespace lockdesk::mariadb
