// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/store_facts.h"

#include <algorithm>

namespace lockdesk {

namespace {

template <class List> std::shared_ptr<const List> nothing()
{
    static const auto empty = std::make_shared<const List>();
    return empty;
}

} // namespace

StoreFacts::StoreFacts()
    : m_findings(nothing<Findings>()), m_phases(nothing<std::vector<PhaseSummary>>()), m_waiters(nothing<std::vector<WaiterRow>>()),
      m_databaseWaits(nothing<std::vector<DatabaseWait>>()), m_refusals(nothing<std::vector<FenceRow>>()),
      m_audit(nothing<std::vector<AuditRow>>())
{
}

void StoreFacts::apply(const Update& update)
{
    if (update.findings)
        m_findings = update.findings;
    if (update.polled)
        m_truncated = update.truncated;
    if (update.locks_read)
        m_locksRead = update.locks_read;
    if (update.tasks_read)
        m_tasksRead = update.tasks_read;
    if (update.waiters)
        m_waiters = update.waiters;
    if (update.database_waits)
        m_databaseWaits = update.database_waits;
    if (update.refusals)
        m_refusals = update.refusals;
    if (update.audit)
        m_audit = update.audit;
    if (update.phases)
        m_phases = update.phases;
    if (update.backlog)
        m_backlog = update.backlog;
    if (update.rates)
        m_rates = *update.rates;
    if (update.summary)
        m_summary = *update.summary;
}

std::vector<WaiterRow> StoreFacts::waitersOf(const std::string& lock) const
{
    std::vector<WaiterRow> out;
    for (const WaiterRow& waiter : *m_waiters)
        if (waiter.name == lock)
            out.push_back(waiter);
    return out;
}

std::vector<Finding> StoreFacts::findingsOf(Entity entity, const std::string& key) const
{
    std::vector<Finding> out;
    for (const Finding& finding : *m_findings) {
        const bool proven = std::any_of(finding.rows.begin(), finding.rows.end(),
                                        [&](const ProvingRow& row) { return row.entity == entity && row.key == key; });
        if (proven || (finding.entity == entity && finding.key == key))
            out.push_back(finding);
    }
    return out;
}

} // namespace lockdesk
