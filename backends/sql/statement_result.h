// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statements.h"
#include "backends/sql/result.h"

namespace lockdesk::sql {

/// What people's SQL returned, as a lesson shows it.
StatementResult statement_result(const Reply& reply);

} // namespace lockdesk::sql
