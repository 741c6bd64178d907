// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/link.h"

#include <span>

/// Forced actions: each is one statement of literal text, so that an operator reads beforehand exactly what the server
/// will log. No value in it is computed from a clock of ours.
namespace lockdesk::mariadb {

std::string force_release_sql(Link& link, const ForceRelease& request);
std::string forced_relock_sql(Link& link, const ForcedRelock& request);
std::string retry_dead_sql(Link& link, std::span<const MessageId> ids);

} // namespace lockdesk::mariadb
