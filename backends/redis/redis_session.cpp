// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/redis_session.h"

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
    : m_link(url, options), m_hand_written(m_link), m_capabilities(what_redis_can()), m_tasks(m_link), m_admin(m_link)
{
}

std::optional<Failure> RedisSession::connect()
{
    if (auto failure = m_link.connect())
        return failure;
    m_capabilities.version = m_link.server().version;
    m_capabilities.take(told_or_unknown(m_admin.durability()));
    return std::nullopt;
}

} // namespace lockdesk::redis
