// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/durability.h"
#include "backends/postgres/link.h"

namespace lockdesk::postgres {

/// Reads what the server and this session do at a commit.
Answer<Durability> read_durability(sql::Link& link);

} // namespace lockdesk::postgres
