// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/observe/event.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

class Feed;
class LocalAuditRows;

/// A row as events and audits name it.
struct HistoryOf
{
    Entity entity = Entity::lock;
    std::string key;  ///< in events
    std::string name; ///< in audits; of most rows the key
    QString source{}; ///< of a lock, as sessions name it
};

/// Something that happened to a row: observed here, or read from an audit.
struct HistoryEntry
{
    enum class From { observed, storeAudit, localAudit };
    From from = From::observed;
    TimePoint at{};
    Event event{}; ///< observed
    AuditRow audit{};
    bool earlier = false; ///< before the connection was opened
};

/// Returns what is known of a row's past, newest first: its events since the connection was opened, and the forced actions
/// on it that the store's audit has among its last thousand, or else this computer's. An action that was both observed and
/// read is the row of the audit, which says why. `local` may be null.
std::vector<HistoryEntry> historyOf(const Feed& feed, const HistoryOf& row, const LocalAuditRows* local);

} // namespace lockdesk
