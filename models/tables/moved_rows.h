// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/observe/event.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace lockdesk {

/// The rows that moved in a selected span of time, to which tables are limited while one is selected. Immutable; shared
/// with the filtering threads.
struct MovedRows
{
    TimePoint from{}, to{};
    std::map<Entity, std::set<std::pair<int, std::string>>> rows; ///< connection and key

    [[nodiscard]] bool covers(TimePoint at) const { return at >= from && at <= to; }
    [[nodiscard]] bool has(Entity entity, int connection, std::string_view key) const
    {
        const auto found = rows.find(entity);
        return found != rows.end() && found->second.contains({connection, std::string(key)});
    }
};

} // namespace lockdesk
