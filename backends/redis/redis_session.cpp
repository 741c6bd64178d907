// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/redis_session.h"

#include "backends/redis/admin.h"
#include "backends/redis/concerns.h"
#include "backends/redis/tasks.h"

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

} // namespace

RedisSession::RedisSession(const StoreUrl& url, const SessionOptions& options)
    : ConcernSession(what_redis_can(), url, options)
{
    Link& link = m_line.link;
    m_concerns = {.locks = make_locks(link, m_line.hand_written),
                  .fence = make_fence(link),
                  .tasks = std::make_unique<RedisTasks>(link),
                  .outbox = make_outbox(link),
                  .records = make_records(link),
                  .workers = make_workers(link),
                  .changes = make_changes(link, m_line.hand_written),
                  .audit = make_audit(link),
                  .draws = make_draws(link),
                  .admin = std::make_unique<RedisAdmin>(link)};
}

std::optional<Failure> RedisSession::connect()
{
    if (auto failure = m_line.link.connect())
        return failure;
    m_capabilities.version = m_line.link.server().version;
    m_capabilities.take(told_or_unknown(admin().durability()));
    return std::nullopt;
}

} // namespace lockdesk::redis
