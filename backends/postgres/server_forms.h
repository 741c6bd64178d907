// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What PostgreSQL does in its own way: the parts of `sql::ServerForms`, each in the .cpp of its concern.
#pragma once

#include "backends/postgres/link.h"
#include "backends/sql/concerns.h"

namespace lockdesk::postgres {

extern const sql::TaskVerbs task_verbs;
extern const sql::OutboxVerbs outbox_verbs;
extern const sql::SessionLockForms session_lock_forms;
extern const sql::AdminForms admin_forms;
/// For a possibly used claim id: waits until the transaction of another caller with the same id ends.
Answer<sql::Reply> lock_claim(sql::Link& link, const ClaimId& claim);
std::unique_ptr<Changes> make_changes(sql::Link& link);
/// Returns the login role of the session's sandbox, which may use Lockdesk's tables there and create its own; creates it on
/// first use and stores it in the sandbox, where the role itself cannot read it. `not_confined` if the session's user may
/// not create roles.
Answer<sql::SandboxLogin> sandbox_login(sql::Link& link);
/// Returns the SQL that drops the schema of a sandbox together with its role.
Answer<std::string> sandbox_drop_sql(sql::Link& link, const SandboxId& sandbox);
/// Runs hand-written SQL on a separate connection.
std::unique_ptr<Statements> make_statements(sql::Link& link);

const sql::ServerForms& server_forms();

} // namespace lockdesk::postgres
