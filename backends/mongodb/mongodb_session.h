// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/unsupported.h"
#include "backends/mongodb/admin.h"
#include "backends/mongodb/audit.h"
#include "backends/mongodb/changes.h"
#include "backends/mongodb/concerns.h"
#include "backends/mongodb/locks.h"
#include "backends/mongodb/outbox.h"
#include "backends/mongodb/tasks.h"

namespace lockdesk::mongodb {

class MongoSession final : public UnsupportedSession
{
public:
    MongoSession(const StoreUrl& url, const SessionOptions& options);

    /// Call before anything else; afterwards the capabilities contain the server's version.
    std::optional<Failure> connect();

    [[nodiscard]] const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return m_locks; }
    Fence& fence() override { return *m_fence; }
    Tasks& tasks() override { return m_tasks; }
    Outbox& outbox() override { return *m_outbox; }
    Records& records() override { return *m_records; }
    Workers& workers() override { return *m_workers; }
    Changes& changes() override { return m_changes; }
    Audit& audit() override { return m_audit; }
    Draws& draws() override { return m_capabilities.draws ? *m_draws : Session::draws(); }
    Admin& admin() override { return m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_link.trace(); }
    void interrupt() noexcept override { m_link.interrupt(); }

private:
    Link m_link;
    Capabilities m_capabilities;
    MongoLocks m_locks;
    std::unique_ptr<Fence> m_fence = make_fence(m_link);
    MongoTasks m_tasks;
    std::unique_ptr<Outbox> m_outbox = make_outbox(m_link);
    std::unique_ptr<Records> m_records = make_records(m_link);
    std::unique_ptr<Workers> m_workers = make_workers(m_link);
    MongoChanges m_changes;
    MongoAudit m_audit;
    std::unique_ptr<Draws> m_draws = make_draws(m_link);
    MongoAdmin m_admin;
};

} // namespace lockdesk::mongodb
