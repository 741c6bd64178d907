// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/database_waits.h"
#include "backends/engine/contracts/rows.h"
#include "backends/observe/saying.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

enum class WaitLayer {
    application, ///< a lock of this store's sources
    database,    ///< a lock of the database server itself: a row, a table, an advisory lock
};
const char* word(WaitLayer layer); ///< `application`, `database`

/// Somebody who waits, and what for.
struct WaitEdge
{
    WaitLayer layer = WaitLayer::application;
    std::string waiter;             ///< an owner; `session 4711` of a database
    std::string holder;             ///< likewise; empty: nobody holds it now
    std::string what;               ///< name of the lock, or the database's words
    std::string state;              ///< of the lock; empty: a lock of the database
    std::optional<TimePoint> since; ///< start of the wait
    std::string waiter_about, holder_about; ///< of a session: program, user, client, statement
    int cycle = 0;                  ///< number of the cycle that it is part of, from 1; 0: none
    friend bool operator==(const WaitEdge&, const WaitEdge&) = default;
};

/// Some that wait for one another: none continues until a lease ends, one gives up, or a server ends one of them.
struct WaitCycle
{
    int number = 0;
    std::vector<std::size_t> edges; ///< indexes; the holder of each is the waiter of the next
    friend bool operator==(const WaitCycle&, const WaitCycle&) = default;
};

struct WaitGraph
{
    std::vector<WaitEdge> edges; ///< those of cycles first, then the longest waits
    std::vector<WaitCycle> cycles;
    friend bool operator==(const WaitGraph&, const WaitGraph&) = default;
};

/// Returns the row of a lock by name, or null.
using LockOf = std::function<const LockRow*(const std::string& name)>;

/// Who waits for whom at store time `now`. A waiter past its end is left out. The owner of a session lock and its session are
/// one, so a cycle through both layers is found. Each set of owners that all wait for one another gives one shortest cycle; who
/// waits for a lock whose lease has ended gets it, and is part of none. Pure.
WaitGraph wait_graph(const std::vector<WaiterRow>& waiters, const LockOf& lock_of, const std::vector<DatabaseWait>& database,
                     TimePoint now);

/// The cycle in words: `a waits for x, which b holds; b waits for y, which a holds`. Of a long one its first waits.
Sayings cycle_text(const WaitGraph& graph, const WaitCycle& cycle);

} // namespace lockdesk
