// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace lockdesk::test {

/// Expects that a snapshot of 20,001 locks, which is read in pages of ten thousand, has every one once.
inline void a_snapshot_of_many_pages_has_every_row_once(Changes& changes)
{
    for (const std::size_t limit : {100'000u, 20'001u, 20'000u}) {
        const auto batch = changes.since({}, Entity::lock, limit);
        ASSERT_TRUE(batch.is_result()) << batch.failure().message;
        std::set<std::string> names;
        for (const LockRow& row : batch->locks)
            names.insert(row.name);
        EXPECT_EQ(names.size(), std::min<std::size_t>(limit, 20'001u));
        EXPECT_EQ(batch->locks.size(), names.size());
        EXPECT_EQ(batch->truncated.has(Entity::lock), limit == 20'000u);
    }
}

} // namespace lockdesk::test
