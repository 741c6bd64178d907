// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/admin.h"
#include "backends/postgres/changes.h"
#include "backends/postgres/concerns.h"
#include "backends/postgres/draws.h"
#include "backends/postgres/locks.h"
#include "backends/postgres/outbox.h"
#include "backends/postgres/session_locks.h"
#include "backends/postgres/statements.h"
#include "backends/postgres/tasks.h"

namespace lockdesk::postgres {

/// A session on Lockdesk's own tables.
class PostgresSession final : public Session
{
public:
    explicit PostgresSession(std::unique_ptr<Link> link);

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
    PostgresLocks m_locks;
    PostgresFence m_fence;
    PostgresTasks m_tasks;
    PostgresOutbox m_outbox;
    PostgresRecords m_records;
    PostgresSessionLocks m_session_locks;
    PostgresWorkers m_workers;
    PostgresChanges m_changes;
    PostgresAudit m_audit;
    PostgresDraws m_draws;
    PostgresStatements m_statements;
    PostgresAdmin m_admin;
};

} // namespace lockdesk::postgres
