// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What MariaDB does in its own way: the parts of `sql::ServerForms`, each in the .cpp of its concern.
#pragma once

#include "backends/mariadb/link.h"
#include "backends/sql/concerns.h"

namespace lockdesk::mariadb {

extern const sql::TaskVerbs task_verbs;
extern const sql::OutboxVerbs outbox_verbs;
extern const sql::SessionLockForms session_lock_forms;
extern const sql::AdminForms admin_forms;
extern const sql::ForeignForms foreign_forms;
/// For a possibly used claim id: callers with the same one wait for each other; then the rows of the first are visible, or
/// it took none. Fills in `{handler}`, `{guard}` and `{after}` of a claim.
void guard_claim(sql::Link& link, const ClaimId& claim, const std::string& table, Values& values);
/// Runs one compound statement, which returns the entries that it found or created.
Answer<std::optional<std::vector<DrawEntry>>> apply_to_draw(sql::Link& link, const EventId& event,
                                                          std::span<const PersonId> persons);
std::unique_ptr<Changes> make_changes(sql::Link& link);
/// Runs hand-written SQL on a separate connection.
std::unique_ptr<Statements> make_statements(sql::Link& link);
/// Number of connections of a sandbox that `drop_sandbox` can find, to end their transactions.
inline constexpr int statement_marks = 64;
/// Returns the GET_LOCK name by which it finds one.
std::string statement_mark(const sql::Place& place, const SandboxId& sandbox, int number);

const sql::ServerForms& server_forms();

} // namespace lockdesk::mariadb
