// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/update.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// What a store's last updates say of it as a whole: numbers, findings and the short lists. Rows of locks, tasks and
/// messages are kept by the tables alone.
class StoreFacts
{
public:
    StoreFacts();
    void apply(const Update& update);

    [[nodiscard]] const Summary& summary() const { return m_summary; }
    [[nodiscard]] const Rates& rates() const { return m_rates; }
    [[nodiscard]] const std::optional<Backlog>& backlog() const { return m_backlog; }
    [[nodiscard]] const Findings& findings() const { return *m_findings; }
    [[nodiscard]] FindingsPtr sharedFindings() const { return m_findings; }
    [[nodiscard]] const std::vector<PhaseSummary>& phases() const { return *m_phases; }
    [[nodiscard]] const std::vector<WaiterRow>& waiters() const { return *m_waiters; }
    [[nodiscard]] const std::vector<DatabaseWait>& databaseWaits() const { return *m_databaseWaits; }
    [[nodiscard]] const std::vector<FenceRow>& refusals() const { return *m_refusals; }
    [[nodiscard]] const std::vector<AuditRow>& audit() const { return *m_audit; }
    /// Store time of the last read of locks, or of tasks; nullopt: not read yet.
    [[nodiscard]] std::optional<TimePoint> locksRead() const { return m_locksRead; }
    [[nodiscard]] std::optional<TimePoint> tasksRead() const { return m_tasksRead; }

    /// True if the store has more rows than are live: numbers of that entity are of the live ones.
    [[nodiscard]] bool hasMore(Entity entity) const { return m_truncated.has(entity); }

    [[nodiscard]] std::vector<WaiterRow> waitersOf(const std::string& lock) const;
    /// Findings about that row, and those that it proves.
    [[nodiscard]] std::vector<Finding> findingsOf(Entity entity, const std::string& key) const;

private:
    Summary m_summary;
    Rates m_rates;
    std::optional<Backlog> m_backlog;
    FindingsPtr m_findings;
    std::shared_ptr<const std::vector<PhaseSummary>> m_phases;
    std::shared_ptr<const std::vector<WaiterRow>> m_waiters;
    std::shared_ptr<const std::vector<DatabaseWait>> m_databaseWaits;
    std::shared_ptr<const std::vector<FenceRow>> m_refusals;
    std::shared_ptr<const std::vector<AuditRow>> m_audit;
    std::optional<TimePoint> m_locksRead, m_tasksRead;
    Entities m_truncated;
};

} // namespace lockdesk
