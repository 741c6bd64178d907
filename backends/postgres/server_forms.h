// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What PostgreSQL does in its own way: the parts of `sql::ServerForms`, each in the .cpp of its concern.
#pragma once

#include "backends/postgres/link.h"
#include "backends/postgres/tasks.h"
#include "backends/sql/session.h"

namespace lockdesk::postgres {

const sql::OutboxVerbs& outbox_verbs();
const sql::SessionLockForms& session_lock_forms();
const sql::AdminForms& admin_forms();
const sql::ForeignForms& foreign_forms();
/// Calls a function of the server, which returns one row per person, in their order.
Answer<std::optional<std::vector<DrawEntry>>> apply_to_draw(sql::Link& link, const EventId& event,
                                                          std::span<const PersonId> persons);
/// Reads what the server and this session do at a commit.
Answer<Durability> read_durability(sql::Link& link);
std::unique_ptr<Changes> make_changes(sql::Link& link);
/// Runs hand-written SQL on a separate connection.
std::unique_ptr<Statements> make_statements(sql::Link& link);

const sql::ServerForms& server_forms();

} // namespace lockdesk::postgres
