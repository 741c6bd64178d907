// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/answer.h"
#include "backends/mariadb/connection.h"

#include <string>

namespace lockdesk::mariadb {

/// What a message may say about the address. Never the password.
struct Place
{
    std::string server; ///< `host:port`, or a socket
    std::string database;
    std::string user;
    std::string sandbox; ///< id; empty outside
    std::string store;   ///< the URL without its password
};

/// The one mapping of this backend: trouble on the way or an error of the server becomes a Failure. `write`: the statement
/// may have changed something, so a lost reply is in doubt.
Failure to_failure(const Trouble& trouble, const Place& place, const std::string& statement, bool write);

/// Deadlock, a row that stayed locked, a row changed since it was read: nothing happened, and it is worth another try.
bool was_rolled_back(const Failure& failure);

Failure older_schema_failure(int version, const Place& place, const std::string& statement);
Failure read_only_failure(const std::string& statement);
/// For what needs a session of its own, where a proxy stands between.
Failure no_own_session_failure(const Place& place, const std::string& what);
Failure newer_schema_failure(int version, const std::string& statement);
Failure foreign_table_failure(const std::string& table, const Place& place);
Failure not_storable_failure(const std::string& statement);

} // namespace lockdesk::mariadb
