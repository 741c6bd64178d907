// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/admin.h"
#include "backends/engine/contracts/database_waits.h"
#include "backends/engine/contracts/server_facts.h"
#include "backends/sql/link.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockdesk::sql {

/// What differs between servers: some have transactional DDL; a sandbox is a schema or a prefix.
struct AdminForms
{
    const char* no_such_table; ///< the server's error code
    const char* sandbox_suffix; ///< follows the id in the names that sandbox_list finds
    bool finishes_init; ///< a table of ours without a version was left by an interrupted `init`
    std::string (*schema_text)(const Link& link);
    std::string (*upgrade_text)(const Link& link);
    /// Returns why this server cannot have the schema.
    std::optional<Failure> (*unfit_server)(Link& link);
    /// Returns the DDL as it runs; where DDL is not transactional, it sets the floor, too.
    std::string (*create_sql)(const Link& link, const std::optional<TokenFloor>& floor);
    Failure (*foreign_table)(const std::string& table, const Place& place);
    Answer<Durability> (*durability)(Link& link);
    const char* no_wait_table; ///< the server's error code for a missing table of lock waits
    Answer<std::int64_t> (*marked_sessions)(Link& link, const std::string& mark);
    /// Runs the work while no other client creates a schema or a sandbox; in a transaction where DDL has those.
    Answer<Done> (*create_alone)(Link& link, const std::string& name, const std::function<Answer<Done>()>& work);
    /// The same for a drop, where its list of sandboxes must stay true.
    Answer<Done> (*drop_alone)(Link& link, const std::string& name, const std::function<Answer<Done>()>& work);
    /// Returns the statement that creates a sandbox with its schema, which `comment` marks as one.
    std::string (*sandbox_create_sql)(const Link& link, const SandboxId& id, const std::string& comment);
    /// Ends open transactions that would block the drop; if that fails, the drop reports why.
    void (*end_transactions_in)(Link& link, const SandboxId& id);
    /// Returns the statement that drops one of these sandboxes, with what lessons made in it.
    Answer<std::string> (*sandbox_drop_sql)(Link& link, const SandboxId& id, const std::vector<SandboxInfo>& sandboxes);
};

std::unique_ptr<Admin> make_admin(Link& link, const AdminForms& forms);

// For the forms.
Answer<SchemaState> read_schema(Link& link, const AdminForms& forms);
Answer<ClockReading> read_clock(Link& link, int probes);
Answer<std::vector<SandboxInfo>> list_sandboxes(Link& link, const AdminForms& forms);
/// Reads the server's clock: while the schema is created or dropped no other statement can.
std::optional<TimePoint> server_time(Link& link);
/// Reads who waits for whom among the server's sessions.
Answer<std::vector<DatabaseWait>> read_waits(Link& link, const AdminForms& forms);
/// Reads the settings and rights that the statement `server_facts` names.
Answer<ServerFacts> read_server_facts(Link& link);
std::string token_floor_sql(const Link& link, const TokenFloor& floor);
/// Raises the token floor, never lowers it, and reads it into the state.
Answer<SchemaState> settle_floor(Link& link, const std::optional<TokenFloor>& floor, SchemaState state);
/// A sandbox's comment: this prefix and the time of its creation in microseconds.
inline constexpr std::string_view sandbox_comment = "lockdesk sandbox ";

} // namespace lockdesk::sql
