// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What MariaDB does in its own way: the parts of `sql::ServerForms`, each in the .cpp of its concern.
#pragma once

#include "backends/mariadb/link.h"
#include "backends/sql/concerns.h"
#include "backends/sql/sandbox_login.h"

#include <set>

namespace lockdesk::mariadb {

extern const sql::TaskVerbs task_verbs;
extern const sql::OutboxVerbs outbox_verbs;
extern const sql::SessionLockForms session_lock_forms;
extern const sql::AdminForms admin_forms;
/// For a possibly used claim id: callers with the same one wait for each other; then the rows of the first are visible, or
/// it took none. Fills in `{handler}`, `{guard}` and `{after}` of a claim.
void guard_claim(sql::Link& link, const ClaimId& claim, const std::string& table, Values& values);
std::unique_ptr<Changes> make_changes(sql::Link& link);
/// Returns the login account of the session's sandbox; creates it on first use and stores it in a table of the sandbox that
/// the account has no right to. `not_confined` if the session's user may not create accounts.
Answer<sql::SandboxLogin> sandbox_login(sql::Link& link);
/// Returns the SQL that drops the account of a sandbox; empty if it has none.
Answer<std::string> login_drop_sql(sql::Link& link, const SandboxId& sandbox);
/// A sandbox is tables with a prefix in a user's database, and MariaDB has no rights by prefix: so the account gets rights on
/// single tables, before each statement on those that it names as `{name}`. `given`: those that have theirs. Returns a `refused`
/// text for a name outside the sandbox, or an empty string once all rights are granted.
Answer<std::string> give_rights_on(sql::Link& link, const sql::SandboxLogin& login, const std::set<std::string>& names,
                                   std::set<std::string>& given);
/// Runs hand-written SQL on a separate connection.
std::unique_ptr<Statements> make_statements(sql::Link& link);
/// Number of connections of a sandbox that `drop_sandbox` can find, to end their transactions.
inline constexpr int statement_marks = 64;
/// Returns the GET_LOCK name by which it finds one.
std::string statement_mark(const sql::Place& place, const SandboxId& sandbox, int number);

const sql::ServerForms& server_forms();

} // namespace lockdesk::mariadb
