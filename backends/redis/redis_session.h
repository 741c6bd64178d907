// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/unsupported.h"
#include "backends/redis/admin.h"
#include "backends/redis/changes.h"
#include "backends/redis/draws.h"
#include "backends/redis/fence.h"
#include "backends/redis/locks.h"
#include "backends/redis/outbox.h"
#include "backends/redis/records.h"
#include "backends/redis/tasks.h"

namespace lockdesk::redis {

class RedisSession final : public UnsupportedSession
{
public:
    RedisSession(const StoreUrl& url, const SessionOptions& options);

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
    Draws& draws() override { return m_draws; }
    Admin& admin() override { return m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_link.trace(); }
    void interrupt() noexcept override { m_link.interrupt(); }

private:
    Link m_link;
    HandWritten m_hand_written;
    Capabilities m_capabilities;
    RedisLocks m_locks;
    RedisFence m_fence;
    RedisTasks m_tasks;
    RedisOutbox m_outbox;
    RedisRecords m_records;
    RedisWorkers m_workers;
    RedisChanges m_changes;
    RedisAudit m_audit;
    RedisDraws m_draws;
    RedisAdmin m_admin;
};

} // namespace lockdesk::redis
