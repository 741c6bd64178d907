// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/mongodb_session.h"

#include "backends/engine/contracts/concern_session.h"
#include "backends/mongodb/concerns.h"
#include "backends/mongodb/errors.h"
#include "backends/mongodb/link.h"
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

class MongoSession final : public ConcernSession<Link>
{
public:
    MongoSession(const StoreUrl& url, const SessionOptions& options) : ConcernSession(what_mongodb_can(), url, options)
    {
        m_concerns = {.locks = make_locks(m_line),
                      .fence = make_fence(m_line),
                      .tasks = make_tasks(m_line),
                      .outbox = make_outbox(m_line),
                      .records = make_records(m_line),
                      .workers = make_workers(m_line),
                      .changes = make_changes(m_line),
                      .audit = make_audit(m_line),
                      .draws = make_draws(m_line),
                      .admin = make_admin(m_line)};
    }

    /// Call before anything else; afterwards the capabilities contain the server's version.
    std::optional<Failure> connect()
    {
        if (auto failure = m_line.connect())
            return failure;
        m_capabilities.version = m_line.server().version;
        m_capabilities.hints = m_line.server().replica_set;                                // change streams
        m_capabilities.draws = m_capabilities.fenced_writes = m_line.server().replica_set; // transactions
        const auto durability = admin().durability(); // the first command that needs a login, where one is needed
        if (!durability && durability.failure().code == no_user)
            return durability.failure();
        m_capabilities.take(durability_or_unknown(durability));
        return std::nullopt;
    }

    /// A draw needs a transaction, thus a replica set.
    Draws& draws() override { return m_capabilities.draws ? ConcernSession::draws() : UnsupportedSession::draws(); }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_line.trace(); }
    void interrupt() noexcept override { m_line.interrupt(); }
};

} // namespace

Answer<std::unique_ptr<Session>> open_session(const StoreUrl& url, const SessionOptions& options)
{
    return connected(std::make_unique<MongoSession>(url, options), options);
}

} // namespace lockdesk::mongodb
