// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statements.h"
#include "backends/sql/result.h"

namespace lockdesk::sql {

/// Converts the reply to hand-written SQL into the form that a lesson shows.
StatementResult statement_result(const Reply& reply);

} // namespace lockdesk::sql
