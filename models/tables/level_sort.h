// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/table_spec.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace lockdesk {

/// Negative: a before b. Unknown keys are last in both directions.
int compareKeys(const SortKey& a, const SortKey& b, bool descending);

/// One of the keys by which rows are sorted. The texts of keys must live during the sort.
struct SortLevel
{
    std::function<SortKey(std::uint32_t)> key; ///< of a slot
    bool descending = false;
};

/// Sorts slots by the first level at which two of them differ, and by `less` if none does. `less` is the total order: it
/// agrees with the levels as compareKeys orders them, and is used directly for a few rows.
///
/// The keys of each level are computed once a row and stored contiguously; comparing rows in place costs a cache miss or
/// two each time, which is most of the cost of sorting many.
void sortByLevels(std::vector<std::uint32_t>& these, const std::vector<SortLevel>& levels,
                  const std::function<bool(std::uint32_t, std::uint32_t)>& less);

} // namespace lockdesk
