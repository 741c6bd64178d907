// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/filter.h"
#include "backends/redis/link.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::redis {

/// Reads the names of all locks in the index, and the rows of those that may match the filter at store time `now`: each goes to
/// `offer`. Compares here: a script could do it in the server, but to convert names and rows for it takes the server several
/// times as long as to send them. Stops when `enough`, which gets the number of locks after each page, returns true. Names
/// whose row has disappeared go into `missing`.
std::optional<Failure> sweep_locks(Link& link, const Filter& filter, TimePoint now,
                                   const std::function<void(std::string, View)>& offer, std::vector<std::string>& missing,
                                   const std::function<bool(std::int64_t)>& enough);

/// Reads the tasks of a phase in the order of claims in the same way, and offers those that may match the filter. Stops after a
/// page when `enough`.
std::optional<Failure> sweep_tasks(Link& link, const Filter& filter, const std::string& kind, const std::string& phase,
                                   const std::function<void(std::string, View)>& offer, const std::function<bool()>& enough);

/// Returns whether the terms of a filter about names (`name_terms`) match this one.
bool name_may_match(const Filter& by_name, const std::string& name);

} // namespace lockdesk::redis
