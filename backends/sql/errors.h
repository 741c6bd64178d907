// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
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

/// Returns the place of a URL. `server`: what it names, a host or a socket; empty: a local socket.
Place place_of(const char* product, const StoreUrl& url, const SessionOptions& options, const std::string& server);

/// What a server's error means. The sentence names {product}, {server} and {database}; the server's message follows it.
struct Meaning
{
    FailureKind kind;
    bool retryable;
    const char* sentence;
};

namespace meanings {
using enum FailureKind;
inline constexpr Meaning no_database{unavailable, false, "database {database} does not exist at {server}"};
inline constexpr Meaning not_as_made{unavailable, false,
                                     "a table of Lockdesk's in database {database} is not as Lockdesk made it"};
inline constexpr Meaning write_refused{read_only, false,
                                       "the session or the server is read-only, so {product} refused the write"};
inline constexpr Meaning rolled_back{unavailable, true, "{product} rolled back because of concurrent work"};
inline constexpr Meaning no_slot{unavailable, true,
                                 "{product} at {server} has no free connection; raise max_connections or close some"};
inline constexpr Meaning no_resources{unavailable, true, "{product} lacks resources (disk or memory)"};
inline constexpr Meaning exists{unavailable, false, "something of the same name is there already, nothing was created"};
inline constexpr Meaning rejected{unavailable, false, "{product} rejected the statement"};
} // namespace meanings

Failure failure_of(const Meaning& meaning, const Trouble& trouble, const Place& place);
/// Maps a trouble, other than by the server's code, which `from_server` does. `in_doubt`: the statement may have run.
Failure to_failure(const Trouble& trouble, const Place& place, const std::string& statement, bool in_doubt,
                   Failure (*from_server)(const Trouble& trouble, const Place& place));
Failure schema_missing_failure(const Place& place);
Failure older_schema_failure(int version, const Place& place, const std::string& statement);
Failure newer_schema_failure(int version, const std::string& statement);
/// `advice`: how to avoid using that table's name.
Failure foreign_table_failure(const std::string& table, const Place& place, const char* code, const char* advice);
/// For verbs that need a separate server session, behind a pooler or proxy.
Failure no_own_session_failure(const Place& place, const std::string& what);

} // namespace lockdesk::sql
