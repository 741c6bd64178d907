// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/admin.h"
#include "backends/mariadb/changes.h"
#include "backends/mariadb/concerns.h"
#include "backends/mariadb/draws.h"
#include "backends/mariadb/locks.h"
#include "backends/mariadb/outbox.h"
#include "backends/mariadb/session_locks.h"
#include "backends/mariadb/statements.h"
#include "backends/mariadb/tasks.h"

namespace lockdesk::mariadb {

/// A session on Lockdesk's own tables.
class MariaDbSession final : public Session
{
public:
    explicit MariaDbSession(std::unique_ptr<Link> link);

    /// Asks the server what it keeps, for the capabilities.
    void learn() { m_capabilities.take(told_or_unknown(m_admin.durability())); }

    const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return m_locks; }
    Fence& fence() override { return m_fence; }
    Tasks& tasks() override { return m_tasks; }
    Outbox& outbox() override { return m_outbox; }
    Records& records() override { return m_records; }
    SessionLocks& session_locks() override { return m_session_locks; }
    Workers& workers() override { return m_workers; }
    Changes& changes() override { return m_changes; }
    Audit& audit() override { return m_audit; }
    Draws& draws() override { return m_draws; }
    Statements& statements() override { return m_statements; }
    Admin& admin() override { return m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_link->options().trace.get(); }
    void interrupt() noexcept override { m_link->interrupter()->interrupt(); }

private:
    std::unique_ptr<Link> m_link;
    Capabilities m_capabilities;
    MariaDbLocks m_locks;
    MariaDbFence m_fence;
    MariaDbTasks m_tasks;
    MariaDbOutbox m_outbox;
    MariaDbRecords m_records;
    MariaDbSessionLocks m_session_locks;
    MariaDbWorkers m_workers;
    MariaDbChanges m_changes;
    MariaDbAudit m_audit;
    MariaDbDraws m_draws;
    MariaDbStatements m_statements;
    MariaDbAdmin m_admin;
};

} // namespace lockdesk::mariadb
