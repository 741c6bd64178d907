// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/unsupported.h"
#include "backends/mongodb/admin.h"
#include "backends/mongodb/audit.h"
#include "backends/mongodb/changes.h"
#include "backends/mongodb/draws.h"
#include "backends/mongodb/fence.h"
#include "backends/mongodb/locks.h"
#include "backends/mongodb/outbox.h"
#include "backends/mongodb/records.h"
#include "backends/mongodb/tasks.h"
#include "backends/mongodb/workers.h"

namespace lockdesk::mongodb {

class MongoSession final : public UnsupportedSession
{
public:
    MongoSession(const StoreUrl& url, const SessionOptions& options);

    /// Call before anything else; afterwards the capabilities contain the server's version.
    std::optional<Failure> connect();

    [[nodiscard]] const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return m_locks; }
    Fence& fence() override { return m_fence; }
    Tasks& tasks() override { return m_tasks; }
    Outbox& outbox() override { return m_outbox; }
    Records& records() override { return m_records; }
    Workers& workers() override { return m_workers; }
    Changes& changes() override { return m_changes; }
    Audit& audit() override { return m_audit; }
    Draws& draws() override { return m_capabilities.draws ? m_draws : Session::draws(); }
    Admin& admin() override { return m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_link.trace(); }
    void interrupt() noexcept override { m_link.interrupt(); }

private:
    Link m_link;
    Capabilities m_capabilities;
    MongoLocks m_locks;
    MongoFence m_fence;
    MongoTasks m_tasks;
    MongoOutbox m_outbox;
    MongoRecords m_records;
    MongoWorkers m_workers;
    MongoChanges m_changes;
    MongoAudit m_audit;
    MongoDraws m_draws;
    MongoAdmin m_admin;
};

} // namespace lockdesk::mongodb
