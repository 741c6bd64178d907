// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "backends/engine/contracts/changes.h"
#include "backends/engine/runners/retention.h"

#include <vector>

namespace lockdesk::ctl {

/// `collected{entity,rows}`: the number of rows of a kind that were removed because of their age.
Json collected_line(Entity entity, std::int64_t rows, std::optional<TimePoint> at);
/// Prints the line; for people a sentence, which is no result if no row was removed.
void print_collected(Output& out, Entity entity, std::int64_t rows, std::optional<TimePoint> at);
/// One line for each kind; kinds without removed rows only with `all`.
std::vector<Json> collected_json(const Collected& collected, std::optional<TimePoint> at, bool all);

} // namespace lockdesk::ctl
