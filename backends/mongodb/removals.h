// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/mongodb/link.h"

#include <span>
#include <string>

namespace lockdesk::mongodb {

/// Writes tombstones for rows about to be removed. They precede the removal: a row that stays after all, or reappears, is
/// reported later than its tombstone, while a tombstone written afterwards could hide a new row.
std::optional<Failure> mark_removed(Link& link, Entity entity, std::span<const std::string> keys);

} // namespace lockdesk::mongodb
