// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/durability.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

/// Reads what the server's storage persists. Every write waits for the majority and its journal, regardless of the URL and
/// the server's defaults, so those are no weakness.
Answer<Durability> read_durability(Link& link);

} // namespace lockdesk::mongodb
