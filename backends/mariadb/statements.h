// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statements.h"
#include "backends/sql/link.h"

#include <memory>

namespace lockdesk::mariadb {

/// Number of connections of a sandbox that `drop_sandbox` can find, to end their transactions.
inline constexpr int statement_marks = 64;
/// Returns the GET_LOCK name by which it finds one.
std::string statement_mark(const sql::Place& place, const SandboxId& sandbox, int number);
/// Runs hand-written SQL on a separate connection.
std::unique_ptr<Statements> make_statements(sql::Link& link);

} // namespace lockdesk::mariadb
