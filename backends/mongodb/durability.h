// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/durability.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

/// What the server's storage keeps. Every write waits for the majority and its journal, whatever the URL and the server's
/// defaults say, so that these are no weakness.
Answer<Durability> read_durability(Link& link);

} // namespace lockdesk::mongodb
