// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/changes.h"

#include <QString>

#include <optional>
#include <string>

namespace lockdesk {

class LiveTableModel;

/// A row of a store: of a table, or what a finding, an event or an audit entry is about.
struct RowAddress
{
    int connection = -1; ///< index in the FeedSet
    Entity entity = Entity::lock;
    std::string key;  ///< a lock's name; id of a task, message or worker
    QString source{}; ///< that acts on it; empty: the connection's
};

/// Returns the row of a table of locks, tasks, messages or workers. Nullopt: there is none, or it has no address.
std::optional<RowAddress> addressOf(const LiveTableModel& model, int row);

} // namespace lockdesk
