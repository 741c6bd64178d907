// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/sql/driver.h"

#include <string>

namespace lockdesk::sql {

/// What a message may say about the address. Never the password.
struct Place
{
    std::string product; ///< PostgreSQL, MariaDB
    std::string server;  ///< `host:port`, or a socket
    std::string database;
    std::string user;
    std::string sandbox;  ///< id; empty outside
    std::string store;    ///< the URL without its password
    std::string schema{}; ///< where our tables are or should be, where a database has several
};

/// For trouble that is not the server's own: the call was late, cut or interrupted.
Failure failure_on_the_way(const Trouble& trouble, const Place& place, bool in_doubt);
Failure schema_missing_failure(const Place& place);
Failure older_schema_failure(int version, const Place& place, const std::string& statement);
Failure newer_schema_failure(int version, const std::string& statement);
/// `advice`: how to do without the table's place.
Failure foreign_table_failure(const std::string& table, const Place& place, const char* code, const char* advice);
/// For what needs a session of its own, where a pooler or proxy stands between.
Failure no_own_session_failure(const Place& place, const std::string& what);

} // namespace lockdesk::sql
