// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/filter.h"
#include "backends/redis/fetch.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::redis {

/// Reads the names of all locks in the index, and the rows of those that may match the filter at store time `now`: each goes to
/// `offer`. Compares here: a script could do it in the server, but to convert names and rows for it takes the server several
/// times as long as to send them. Stops when `enough`, which gets the number of locks with each page, returns true. Names
/// whose row has disappeared go into `missing`.
std::optional<Failure> sweep_locks(Link& link, const Filter& filter, TimePoint now, const RowTaker& offer,
                                   std::vector<std::string>& missing, const std::function<bool(std::int64_t)>& enough);

/// Reads the tasks of a phase in the same way, in the order of claims (those that failed: by the number of failures), and offers
/// those that may match the filter. Passes over tasks that have no owner, or no failure, by the index.
std::optional<Failure> sweep_tasks(Link& link, const Filter& filter, const std::string& kind, const std::string& phase,
                                   const RowTaker& offer, const std::function<bool()>& enough);

/// Returns whether the terms of a filter about names (`name_terms`) match this one.
bool name_may_match(const Filter& by_name, const std::string& name);

} // namespace lockdesk::redis
