// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/sql/driver.h"

#include <string>

namespace lockdesk::sql {

/// The parts of the address that a message may show. Never the password.
struct Place
{
    std::string product; ///< PostgreSQL, MariaDB
    std::string server;  ///< `host:port`, or a socket
    std::string database;
    std::string user;
    std::string sandbox;  ///< id; empty outside
    std::string store;    ///< the URL without its password
    std::string schema{}; ///< where our tables are or should be, if a database has several schemas
};

/// For trouble that does not come from the server: the call was late, cut or interrupted.
Failure failure_on_the_way(const Trouble& trouble, const Place& place, bool in_doubt);
Failure schema_missing_failure(const Place& place);
Failure older_schema_failure(int version, const Place& place, const std::string& statement);
Failure newer_schema_failure(int version, const std::string& statement);
/// `advice`: how to avoid using that table's name.
Failure foreign_table_failure(const std::string& table, const Place& place, const char* code, const char* advice);
/// For verbs that need a separate server session, behind a pooler or proxy.
Failure no_own_session_failure(const Place& place, const std::string& what);

} // namespace lockdesk::sql
