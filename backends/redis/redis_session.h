// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/unsupported.h"
#include "backends/redis/admin.h"
#include "backends/redis/concerns.h"
#include "backends/redis/tasks.h"

namespace lockdesk::redis {

class RedisSession final : public UnsupportedSession
{
public:
    RedisSession(const StoreUrl& url, const SessionOptions& options);

    /// Call before anything else; afterwards the capabilities contain the server's version.
    std::optional<Failure> connect();

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
    Admin& admin() override { return m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_link.trace(); }
    void interrupt() noexcept override { m_link.interrupt(); }

private:
    Link m_link;
    HandWritten m_hand_written;
    Capabilities m_capabilities;
    std::unique_ptr<Locks> m_locks = make_locks(m_link, m_hand_written);
    std::unique_ptr<Fence> m_fence = make_fence(m_link);
    RedisTasks m_tasks;
    std::unique_ptr<Outbox> m_outbox = make_outbox(m_link);
    std::unique_ptr<Records> m_records = make_records(m_link);
    std::unique_ptr<Workers> m_workers = make_workers(m_link);
    std::unique_ptr<Changes> m_changes = make_changes(m_link, m_hand_written);
    std::unique_ptr<Audit> m_audit = make_audit(m_link);
    std::unique_ptr<Draws> m_draws = make_draws(m_link);
    RedisAdmin m_admin;
};

} // namespace lockdesk::redis
