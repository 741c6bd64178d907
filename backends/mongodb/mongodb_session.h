// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/concern_session.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

class MongoSession final : public ConcernSession<Link>
{
public:
    MongoSession(const StoreUrl& url, const SessionOptions& options);

    /// Call before anything else; afterwards the capabilities contain the server's version.
    std::optional<Failure> connect();

    /// A draw needs a transaction, thus a replica set.
    Draws& draws() override { return m_capabilities.draws ? ConcernSession::draws() : UnsupportedSession::draws(); }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_line.trace(); }
    void interrupt() noexcept override { m_line.interrupt(); }
};

} // namespace lockdesk::mongodb
