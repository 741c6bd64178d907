// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/mongodb_session.h"

#include "backends/mongodb/admin.h"
#include "backends/mongodb/audit.h"
#include "backends/mongodb/changes.h"
#include "backends/mongodb/concerns.h"
#include "backends/mongodb/locks.h"
#include "backends/mongodb/spans.h"
#include "backends/mongodb/tasks.h"

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
    : ConcernSession(what_mongodb_can(), url, options)
{
    m_concerns = {.locks = std::make_unique<MongoLocks>(m_line),
                  .fence = make_fence(m_line),
                  .tasks = std::make_unique<MongoTasks>(m_line),
                  .outbox = make_outbox(m_line),
                  .records = make_records(m_line),
                  .workers = make_workers(m_line),
                  .changes = std::make_unique<MongoChanges>(m_line),
                  .audit = std::make_unique<MongoAudit>(m_line),
                  .draws = make_draws(m_line),
                  .admin = std::make_unique<MongoAdmin>(m_line)};
}

std::optional<Failure> MongoSession::connect()
{
    if (auto failure = m_line.connect())
        return failure;
    m_capabilities.version = m_line.server().version;
    m_capabilities.hints = m_line.server().replica_set;                                // change streams
    m_capabilities.draws = m_capabilities.fenced_writes = m_line.server().replica_set; // transactions
    m_capabilities.take(told_or_unknown(admin().durability()));
    return std::nullopt;
}

} // namespace lockdesk::mongodb
