// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/locks.h"
#include "backends/engine/tasks.h"

#include <span>
#include <string>

/// Forced actions: each is one statement of literal text, so that an operator reads beforehand exactly what the server
/// will log. No value in it is computed from a clock of ours.
namespace lockdesk::postgres {

std::string force_release_sql(const ForceRelease& request);
std::string forced_relock_sql(const ForcedRelock& request);
std::string retry_dead_sql(std::span<const MessageId> ids);

} // namespace lockdesk::postgres
