// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/admin.h"
#include "backends/engine/contracts/server_facts.h"
#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

/// Reads the clock `probes` times and keeps the fastest reading. SQLite has no server: its clock is this computer's.
Answer<ClockReading> read_clock(Connection& db, Need need, int probes);

/// Reads where the file lies and how it is written.
Answer<Durability> read_durability(Connection& db);

/// Reads the same as facts, and the token floor.
Answer<ServerFacts> read_server_facts(Connection& db);

} // namespace lockdesk::sqlite
