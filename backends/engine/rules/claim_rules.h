// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

/// Decides which of the due tasks a claim takes: pure functions of places in the order and the request. Memory and SQLite
/// pick with them; histories of other stores are compared with them.
namespace lockdesk::task_rules {

/// A task's place in the order of claims: unlocked tasks and those never locked (1970) first, then those locked longest ago.
struct ClaimPlace
{
    TimePoint locked_at{};
    TimePoint updated_at{};
    std::string_view id;
    friend auto operator<=>(const ClaimPlace&, const ClaimPlace&) = default;
    /// Returns true for a task that was claimed before: relocked, or expired.
    [[nodiscard]] bool is_returned() const { return locked_at > never_locked; }
};
inline ClaimPlace place_of(const TaskRow& row) { return {row.locked_at, row.updated_at, row.id}; }

/// Returns the number of tasks that the claim takes from the returned ones before it takes any in order, as these would
/// starve behind new tasks: a quarter of a batch, at least one; of a single task one if `returned_first`. 0 in strict order.
std::size_t returned_share(const ClaimRequest& request);

/// Returns the tasks that the claim takes, in its order. `due`: the due tasks, or at least the first `limit` of them and the
/// first `returned_share` returned ones. `place` returns the ClaimPlace of an item.
template <class Item, class Place>
std::vector<Item> pick(std::vector<Item> due, const ClaimRequest& request, const Place& place)
{
    std::sort(due.begin(), due.end(), [&](const Item& a, const Item& b) { return place(a) < place(b); });
    const auto limit = static_cast<std::size_t>(std::max<std::int64_t>(request.limit, 0));
    const auto returned = std::count_if(due.begin(), due.end(), [&](const Item& item) { return place(item).is_returned(); });
    std::size_t reserved = std::min(returned_share(request), static_cast<std::size_t>(returned));
    // In order, and of the returned ones also those for which a place is reserved.
    std::vector<Item> out;
    for (Item& item : due) {
        const bool is_reserved = reserved > 0 && place(item).is_returned();
        reserved -= is_reserved ? 1 : 0;
        if (is_reserved || out.size() + reserved < limit)
            out.push_back(std::move(item));
    }
    return out;
}

} // namespace lockdesk::task_rules
