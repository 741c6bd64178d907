// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/row_history.h"

#include "backends/engine/text/shown_text.h"
#include "models/feed/feed.h"
#include "models/feed/local_audit_rows.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

bool isAbout(const AuditRow& audit, const HistoryOf& row)
{
    return audit.entity == word(row.entity) && (audit.key == row.name || audit.key == readable(row.name));
}

bool isThatAction(const Event& event, const AuditRow& audit)
{
    return event.kind == EventKind::audit && event.at == audit.at && event.detail == audit.action && event.actor == audit.who;
}

} // namespace

std::vector<HistoryEntry> historyOf(const Feed& feed, const HistoryOf& row, const LocalAuditRows* local)
{
    using From = HistoryEntry::From;
    std::vector<HistoryEntry> out;
    const auto add = [&](From from, const AuditRow& audit) {
        const bool earlier = feed.openedAt() && audit.at < *feed.openedAt();
        out.push_back({from, audit.at, {}, audit, earlier});
    };
    // The store's audit is of the engine's own locks.
    if (row.entity != Entity::lock || row.source == QLatin1String("lockdesk"))
        for (const AuditRow& audit : feed.facts().audit())
            if (isAbout(audit, row))
                add(From::storeAudit, audit);
    if (local != nullptr && !feed.info().recording) {
        const QString place = local->placeOf(feed.info().url);
        for (const LocalAuditRows::Entry& one : local->entries())
            if (one.place == place && isAbout(one.row, row) && (row.entity != Entity::lock || one.source == row.source))
                add(From::localAudit, one.row);
    }
    const auto audits = static_cast<std::ptrdiff_t>(out.size());
    for (Event& event : feed.events().of(row.entity, row.key))
        if (std::none_of(out.begin(), out.begin() + audits,
                         [&](const HistoryEntry& one) { return isThatAction(event, one.audit); })) {
            const TimePoint at = event.at;
            out.push_back({From::observed, at, std::move(event), {}, false});
        }
    std::stable_sort(out.begin(), out.end(), [](const HistoryEntry& a, const HistoryEntry& b) { return a.at > b.at; });
    return out;
}

} // namespace lockdesk
