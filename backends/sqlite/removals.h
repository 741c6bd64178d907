// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sqlite/connection.h"

#include <cstdint>
#include <string_view>

namespace lockdesk::sqlite {

/// Number of tombstones kept for returning observers; an older cursor gets a snapshot.
inline constexpr std::int64_t kept_removals = 100'000;

/// Drops older tombstones. Called by verbs that remove many rows, in their transaction.
inline void forget_old_removals(Connection& db)
{
    db.change("removed_prune", kept_removals);
    db.change("removed_forget");
}

/// Runs a statement that removes rows older than a span, at most `limit`. Returns their number.
inline Answer<std::int64_t> collect_rows(Connection& db, std::string_view statement, Duration older_than, std::int64_t limit)
{
    return db.run<std::int64_t>(Mode::write, [&] {
        const std::int64_t gone = db.change(statement, older_than, limit);
        forget_old_removals(db);
        return gone;
    });
}

} // namespace lockdesk::sqlite
