// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/table_spec.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace lockdesk {

/// Negative: a before b. Unknown comes last, whichever the direction.
int compareKeys(const SortKey& a, const SortKey& b, bool descending);

/// One of the keys that rows are sorted by. Texts of keys must live while it is sorted.
struct SortLevel
{
    std::function<SortKey(std::uint32_t)> key; ///< of a slot
    bool descending = false;
};

/// Sorts slots by the first level that tells two of them apart, and by `less` where none does. `less` is the whole order: it
/// agrees with the levels, as compareKeys has them, and decides among a few at once.
///
/// Each level's keys are made once a row and laid side by side; comparing rows where they lie costs a miss of the cache or two
/// each time, which is most of what sorting many of them costs.
void sortByLevels(std::vector<std::uint32_t>& these, const std::vector<SortLevel>& levels,
                  const std::function<bool(std::uint32_t, std::uint32_t)>& less);

} // namespace lockdesk
