// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"
#include "backends/observe/store_rows.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockdesk {

/// Finds cycles of waits and keeps those that two reads of the store show, a fifth of a second apart or more: servers list their
/// sessions one after another, so a single read may show waits that never existed at once. One thread.
class CycleWatch
{
public:
    void waiters_read() { ++m_reads.waiters; }
    void database_read() { ++m_reads.database; }
    /// Evaluates what was read last at store time `now`. Returns the certain cycles.
    std::vector<SeenCycle> certain(const StoreRows& rows, TimePoint now);
    /// Whether there were further cycles, which the next read shows or does not.
    [[nodiscard]] bool unsure() const { return m_unsure; }

private:
    struct Reads
    {
        std::uint64_t waiters = 0, database = 0;
    };
    struct First
    {
        Reads reads;
        TimePoint at{};
    };
    [[nodiscard]] bool is_certain(const WaitGraph& graph, const WaitCycle& cycle, const First& first, TimePoint now) const;

    Reads m_reads;
    std::map<std::string, First> m_seen; ///< by the waits of the cycle
    bool m_unsure = false;
};

/// Names its locks, or the sessions of a cycle in the database alone; of many the first three: `left, right`.
std::string cycle_name(const SeenCycle& cycle);

} // namespace lockdesk
