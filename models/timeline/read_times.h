// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/update.h"

#include <cstdint>
#include <map>
#include <utility>

namespace lockdesk {

/// When the rows of each connection were read. Times are the store's, in microseconds since 1970; 0: never.
class ReadTimes
{
public:
    struct Read
    {
        std::int64_t before = 0; ///< the read before `at`
        std::int64_t at = 0;
        bool late = false; ///< long after the one before: the store or this program stood still meanwhile
    };

    /// Call before the update's rows and events are used.
    void take(int connection, const Update& update);
    void forget(int connection);
    [[nodiscard]] Read of(int connection, Entity entity) const;
    /// Returns the last read if so much time has passed since that what is true now is unknown; else 0.
    [[nodiscard]] std::int64_t unreadSince(int connection, bool silent, std::int64_t now) const;

private:
    std::map<std::pair<int, Entity>, Read> m_reads;
    std::map<int, std::int64_t> m_patience; ///< longest usual time between two reads
};

} // namespace lockdesk
