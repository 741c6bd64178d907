// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/link.h"

#include <functional>
#include <string>

namespace lockdesk::sql {

/// One poll for changes. The server's own class decides which rows are new.
struct Poll
{
    bool news = false; ///< else a snapshot
    std::size_t limit = 0;
    std::string is_new{};    ///< with `news`: the condition on `k`; empty: nothing is new
    Values values{};         ///< of that condition
    const char* unsent = ""; ///< the condition on messages of a snapshot
    /// Returns true for a row that an earlier answer contained; null: rows are read only once.
    std::function<bool(const Result& rows, int row)> was_reported{};
};

/// Reads the rows that are new, and what was removed. `batch.truncated`: more rows than the limit.
Answer<Done> read_changes(Link& link, const Poll& poll, Entities what, ChangeBatch& batch);

} // namespace lockdesk::sql
