// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

/// Number of tombstones kept for returning observers; an older cursor gets a snapshot.
inline constexpr std::int64_t kept_removals = 100'000;

/// Drops older tombstones. Called by verbs that remove many rows, in their transaction.
inline void forget_old_removals(Connection& db)
{
    db.change("removed_prune", kept_removals);
    db.change("removed_forget");
}

} // namespace lockdesk::sqlite
