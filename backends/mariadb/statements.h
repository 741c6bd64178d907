// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statements.h"
#include "backends/sql/link.h"

#include <memory>

namespace lockdesk::mariadb {

/// So many connections of a sandbox can be found again by `drop_sandbox`, which has to end their transactions.
inline constexpr int statement_marks = 64;
/// The GET_LOCK names by which they are found.
std::string statement_mark(const sql::Place& place, const SandboxId& sandbox, int number);
/// SQL as people write it, on a connection of its own.
std::unique_ptr<Statements> make_statements(sql::Link& link);

} // namespace lockdesk::mariadb
