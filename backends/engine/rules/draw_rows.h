// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/draws.h"

#include <set>
#include <string_view>

namespace lockdesk {

/// What is wrong with the numbers of a call, alike in every store; the store is not asked then.
std::optional<Failure> places_defect(std::int64_t places);
std::optional<Failure> consume_defect(FencingToken token, std::int64_t limit);

/// A person who came when every place was taken: told, and not kept.
DrawEntry closed_entry(const EventId& event, const PersonId& person);

/// What an entry of a batch is: new when its number is above `before`, the largest one of former calls, and nobody in this
/// batch has it yet. `told` keeps the numbers that were; 0 is none.
ApplyResult result_in_batch(std::int64_t seq, std::int64_t before, std::set<std::int64_t>& told);

/// The request with the event as one more condition: for stores that keep the entries of all events in one table.
ListRequest results_request(const EventId& event, ListRequest request);

std::optional<std::string> filter_field(const DrawEntry&, TimePoint now, std::string_view key);

} // namespace lockdesk
