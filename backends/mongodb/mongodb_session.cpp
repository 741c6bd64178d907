// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/mongodb_session.h"

#include "backends/mongodb/spans.h"

namespace lockdesk::mongodb {

namespace {

Capabilities what_mongodb_can()
{
    Capabilities c;
    c.store = "mongodb";
    c.version = "unknown";
    c.resolution = resolution;
    c.batch_claim = false;
    c.server_read_only = false;
    c.strategies = {ClaimStrategy::atomic, ClaimStrategy::plain, ClaimStrategy::version, ClaimStrategy::none};
    return c;
}

} // namespace

MongoSession::MongoSession(const StoreUrl& url, const SessionOptions& options)
    : m_link(url, options), m_capabilities(what_mongodb_can()), m_locks(m_link), m_tasks(m_link), m_changes(m_link), m_audit(m_link),
      m_admin(m_link)
{
}

std::optional<Failure> MongoSession::connect()
{
    if (auto failure = m_link.connect())
        return failure;
    m_capabilities.version = m_link.server().version;
    m_capabilities.hints = m_link.server().replica_set;                                // change streams
    m_capabilities.draws = m_capabilities.fenced_writes = m_link.server().replica_set; // transactions
    m_capabilities.take(told_or_unknown(m_admin.durability()));
    return std::nullopt;
}

} // namespace lockdesk::mongodb
