// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/admin.h"
#include "backends/sql/link.h"

#include <memory>
#include <vector>

namespace lockdesk::sql {

/// What servers do in different ways: DDL is a transaction on some, and a sandbox a schema or a prefix.
struct AdminForms
{
    const char* no_such_table; ///< the server's error code
    const char* sandbox_suffix; ///< of what sandbox_list finds, behind the id
    std::string (*schema_text)(const Link& link);
    std::string (*upgrade_text)(const Link& link);
    Answer<SchemaState> (*create_schema)(Link& link, const std::optional<TokenFloor>& floor);
    Answer<Durability> (*durability)(Link& link);
    Answer<std::int64_t> (*marked_sessions)(Link& link, const std::string& mark);
    Answer<SandboxInfo> (*create_sandbox)(Link& link, const SandboxId& id);
    Answer<bool> (*drop_sandbox)(Link& link, const SandboxId& id); ///< false: there was none
};

std::unique_ptr<Admin> make_admin(Link& link, const AdminForms& forms);

// For the forms.
Answer<SchemaState> read_schema(Link& link, const AdminForms& forms);
Answer<ClockReading> read_clock(Link& link, int probes);
Answer<std::vector<SandboxInfo>> list_sandboxes(Link& link, const AdminForms& forms);
bool is_among(const std::vector<SandboxInfo>& sandboxes, const SandboxId& id);
/// The server's clock: other statements have none while the schema comes and goes.
std::optional<TimePoint> server_time(Link& link);
std::string token_floor_sql(const Link& link, const TokenFloor& floor);
/// Raises it, never lowers it, and reads it.
Answer<SchemaState> settle_floor(Link& link, const std::optional<TokenFloor>& floor, SchemaState state);
/// How a sandbox says when it was made: this and microseconds.
inline constexpr std::string_view sandbox_comment = "lockdesk sandbox ";

} // namespace lockdesk::sql
