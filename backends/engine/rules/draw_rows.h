// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/draws.h"

#include <set>
#include <string_view>

namespace lockdesk {

/// Returns what is wrong with the numbers of a call, the same in every store, or nullopt; the store is not queried then.
std::optional<Failure> places_defect(std::int64_t places);
/// Returns why nobody can get a number or a rank from a draw with these numbers, which somebody wrote; a field that is no whole
/// number is -1. A number given by them could be one that another person has.
std::optional<Failure> draw_numbers_defect(const DrawInfo& draw);
std::optional<Failure> consume_defect(FencingToken token, std::int64_t limit);

/// Returns the entry of a person who applied when every place was taken: reported, not stored.
DrawEntry closed_entry(const EventId& event, const PersonId& person);

/// Returns the result of an entry of a batch: new if its number is above `before`, the largest of former calls, and not yet
/// seen in this batch. `seen` collects the numbers seen; 0 is no number.
ApplyResult result_in_batch(std::int64_t seq, std::int64_t before, std::set<std::int64_t>& seen);

/// Returns the request with the event as a further condition, for stores with the entries of all events in one table.
ListRequest results_request(const EventId& event, ListRequest request);

std::optional<std::string> filter_field(const DrawEntry&, TimePoint now, std::string_view key);

} // namespace lockdesk
