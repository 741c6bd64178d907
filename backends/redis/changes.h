// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/redis/hand_written.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::redis {

/// Every change gets the next number of one counter, inside the script that makes it; scripts are atomic, so no number
/// appears late. A row's number is its score in a sorted set per entity: the changes after a cursor are a range of it.
/// Locks change too often for that: their names go into a log, once between two reads of it (resources/redis/lock_row.lua).
class RedisChanges final : public Changes
{
public:
    RedisChanges(Link& link, HandWritten& hand_written) : m_link(link), m_hand_written(hand_written) {}
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override;

private:
    struct Position; ///< a parsed cursor
    struct Reading;  ///< one call of `since` over several pages

    struct Look
    {
        std::int64_t next = -1; ///< place to continue from; -1: the log no longer goes back to the requested place
        std::vector<std::string> names;
    };

    Answer<std::optional<Look>> look(std::int64_t from, std::int64_t names);
    std::optional<Failure> read(Reading& reading);
    std::optional<Failure> changed_locks(Reading& reading);
    std::optional<Failure> all_locks(Reading& reading);
    std::optional<Failure> read_others(Reading& reading);
    std::optional<Failure> add_hand_written(Reading& reading);
    [[nodiscard]] bool time_for_snapshot() const;

    Link& m_link;
    HandWritten& m_hand_written;
    SteadyPoint m_snapshot_at{};
    std::size_t m_snapshot_rows = 0;
    std::int64_t m_missing = 0;
    Entities m_snapshot_of;
};

} // namespace lockdesk::redis
