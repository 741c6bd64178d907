// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/unsupported.h"
#include "backends/sqlite/admin.h"
#include "backends/sqlite/concerns.h"
#include "backends/sqlite/fence.h"
#include "backends/sqlite/statements.h"
#include "backends/sqlite/tasks.h"

namespace lockdesk::sqlite {

/// Everything except session locks, which SQLite does not have.
class SqliteSession final : public UnsupportedSession
{
public:
    SqliteSession(std::string path, const SessionOptions& options);
    /// Opens the file and checks the schema.
    Answer<Done> check();
    /// Reads the file's durability into the capabilities.
    void learn() { m_capabilities.take(told_or_unknown(m_admin.durability())); }
    [[nodiscard]] const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return *m_locks; }
    Fence& fence() override { return *m_fence; }
    Tasks& tasks() override { return m_tasks; }
    Outbox& outbox() override { return *m_outbox; }
    Records& records() override { return *m_records; }
    Workers& workers() override { return *m_workers; }
    Changes& changes() override { return *m_changes; }
    Audit& audit() override { return *m_audit; }
    Draws& draws() override { return *m_draws; }
    Statements& statements() override { return m_statements; }
    Admin& admin() override { return m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_db.options().trace.get(); }
    void interrupt() noexcept override
    {
        m_db.interrupt();
        m_statements.interrupt();
    }

private:
    Connection m_db;
    Capabilities m_capabilities;
    std::unique_ptr<Locks> m_locks = make_locks(m_db);
    std::unique_ptr<Fence> m_fence = make_fence(m_db);
    SqliteTasks m_tasks{m_db};
    std::unique_ptr<Outbox> m_outbox = make_outbox(m_db);
    std::unique_ptr<Records> m_records = make_records(m_db);
    std::unique_ptr<Workers> m_workers = make_workers(m_db);
    std::unique_ptr<Changes> m_changes = make_changes(m_db);
    std::unique_ptr<Audit> m_audit = make_audit(m_db);
    std::unique_ptr<Draws> m_draws = make_draws(m_db);
    SqliteStatements m_statements{m_db};
    SqliteAdmin m_admin{m_db};
};

} // namespace lockdesk::sqlite
