// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/link.h"
#include "backends/sql/sandbox_login.h"

#include <set>

namespace lockdesk::mariadb {

/// Returns the login account of the session's sandbox; creates it on first use and stores it in a table of the sandbox that
/// the account has no right to. `not_confined` if the session's user may not create accounts.
Answer<sql::SandboxLogin> sandbox_login(sql::Link& link);
/// Returns the SQL that drops the account of a sandbox; empty if it has none.
Answer<std::string> login_drop_sql(sql::Link& link, const SandboxId& sandbox);

/// A sandbox is tables with a prefix in a user's database, and MariaDB has no rights by prefix: so the account gets rights on
/// single tables, before each statement on those that it names as `{name}`. Remembers what it has.
class TableRights
{
public:
    /// Returns a `refused` text for a name outside the sandbox, or an empty string once all rights are granted.
    Answer<std::string> give(sql::Link& link, const sql::SandboxLogin& login, const std::set<std::string>& names);

private:
    std::set<std::string> m_given;
};

} // namespace lockdesk::mariadb
