// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/durability.h"
#include "backends/mariadb/link.h"

namespace lockdesk::mariadb {

/// Reads what the server does at a commit.
Answer<Durability> read_durability(sql::Link& link);

} // namespace lockdesk::mariadb
