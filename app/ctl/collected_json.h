// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "backends/engine/contracts/changes.h"
#include "backends/engine/runners/retention.h"

#include <vector>

namespace lockdesk::ctl {

/// `collected{entity,rows}`: so many rows of a kind were removed because they were old.
Json collected_line(Entity entity, std::int64_t rows, std::optional<TimePoint> at);
/// A line for each kind; those of which nothing went only with `all`.
std::vector<Json> collected_json(const Collected& collected, std::optional<TimePoint> at, bool all);

} // namespace lockdesk::ctl
