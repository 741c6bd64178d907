// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/redis_session.h"

#include "backends/engine/contracts/concern_session.h"
#include "backends/redis/concerns.h"
#include "backends/redis/hand_written.h"
#include "backends/redis/link.h"

namespace lockdesk::redis {

namespace {

Capabilities what_redis_can()
{
    Capabilities c;
    c.store = "redis";
    c.draws = true;
    c.fenced_writes = true;
    c.strategies = {ClaimStrategy::atomic, ClaimStrategy::plain, ClaimStrategy::version, ClaimStrategy::none};
    return c;
}

/// The link, with the locks written by hand that its concerns have found.
struct RedisLine
{
    RedisLine(const StoreUrl& url, const SessionOptions& options) : link(url, options), hand_written(link) {}
    Link link;
    HandWritten hand_written;
};

class RedisSession final : public ConcernSession<RedisLine>
{
public:
    RedisSession(const StoreUrl& url, const SessionOptions& options) : ConcernSession(what_redis_can(), url, options)
    {
        Link& link = m_line.link;
        m_concerns = {.locks = make_locks(link, m_line.hand_written),
                      .fence = make_fence(link),
                      .tasks = make_tasks(link),
                      .outbox = make_outbox(link),
                      .records = make_records(link),
                      .workers = make_workers(link),
                      .changes = make_changes(link, m_line.hand_written),
                      .audit = make_audit(link),
                      .draws = make_draws(link),
                      .admin = make_admin(link)};
    }

    /// Call before anything else; afterwards the capabilities contain the server's version.
    std::optional<Failure> connect()
    {
        if (auto failure = m_line.link.connect())
            return failure;
        m_capabilities.version = m_line.link.server().version;
        m_capabilities.take(durability_or_unknown(admin().durability()));
        return std::nullopt;
    }

    [[nodiscard]] StatementTrace* rehearsed() const override { return m_line.link.trace(); }
    void interrupt() noexcept override { m_line.link.interrupt(); }
};

} // namespace

Answer<std::unique_ptr<Session>> open_session(const StoreUrl& url, const SessionOptions& options)
{
    return connected(std::make_unique<RedisSession>(url, options), options);
}

} // namespace lockdesk::redis
