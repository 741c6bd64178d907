// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/link.h"
#include "backends/sql/sandbox_login.h"

namespace lockdesk::postgres {

/// Returns the login role of the session's sandbox, which may use Lockdesk's tables there and create its own; creates it on
/// first use and stores it in the sandbox, where the role itself cannot read it. `not_confined` if the session's user may
/// not create roles.
Answer<sql::SandboxLogin> sandbox_login(sql::Link& link);
/// Returns the SQL that drops the schema of a sandbox together with its role.
/// Its signature is that of `sql::AdminForms`: a schema holds what lessons made, whatever other sandboxes exist.
Answer<std::string> sandbox_drop_sql(sql::Link& link, const SandboxId& sandbox, const std::vector<SandboxInfo>&);

} // namespace lockdesk::postgres
