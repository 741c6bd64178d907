// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"
#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

/// Presents a token to the fence within a writing transaction.
FenceAnswer admit_in_transaction(Connection& db, const FencePass& pass);

} // namespace lockdesk::sqlite
