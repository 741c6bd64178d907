// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/answer.h"
#include "backends/postgres/connection.h"

#include <string>

namespace lockdesk::postgres {

/// What a message may say about the address. Never the password.
struct Place
{
    std::string server; ///< `host:port`, or a socket folder
    std::string database;
    std::string user;
    std::string schema;  ///< where our tables are or should be
    std::string sandbox; ///< id; empty outside
    std::string store;   ///< the URL without its password
};

/// The one mapping of this backend: trouble on the way or a SQLSTATE becomes a Failure. `write`: the statement may have
/// changed something, so a lost reply is in doubt.
Failure to_failure(const Trouble& trouble, const Place& place, const std::string& statement, bool write);

/// Serialization failure or deadlock: the transaction was rolled back and is worth another try.
bool is_worth_retrying(const Trouble& trouble);

Failure older_schema_failure(int version, const Place& place, const std::string& statement);
Failure newer_schema_failure(int version, const std::string& statement);
Failure foreign_table_failure(const std::string& table, const Place& place);
Failure not_storable_failure(const std::string& statement);

} // namespace lockdesk::postgres
