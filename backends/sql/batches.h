// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <vector>

namespace lockdesk::sql {

/// Calls `batch` with indices of items until all are done; no call has an id twice, so each item is decided separately.
/// Indices are sorted by id, so all callers lock rows in the same order. `batch` returns an Answer of the store's time.
template <class Item, class Run> Answer<std::optional<TimePoint>> in_batches(std::span<const Item> items, const Run& batch)
{
    std::optional<TimePoint> now;
    std::vector<std::size_t> left(items.size());
    std::iota(left.begin(), left.end(), 0);
    while (!left.empty()) {
        std::vector<std::size_t> these;
        std::vector<std::size_t> later;
        std::set<std::string_view> seen;
        for (const auto i : left)
            (seen.insert(items[i].id.str()).second ? these : later).push_back(i);
        std::sort(these.begin(), these.end(), [&](auto a, auto b) { return items[a].id < items[b].id; });
        const Answer<std::optional<TimePoint>> done = batch(std::span<const std::size_t>(these));
        if (!done)
            return done.failure();
        now = *done;
        left = std::move(later);
    }
    return now;
}

} // namespace lockdesk::sql
