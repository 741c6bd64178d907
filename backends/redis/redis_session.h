// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/concern_session.h"
#include "backends/redis/hand_written.h"
#include "backends/redis/link.h"

namespace lockdesk::redis {

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
    RedisSession(const StoreUrl& url, const SessionOptions& options);

    /// Call before anything else; afterwards the capabilities contain the server's version.
    std::optional<Failure> connect();

    [[nodiscard]] StatementTrace* rehearsed() const override { return m_line.link.trace(); }
    void interrupt() noexcept override { m_line.link.interrupt(); }
};

} // namespace lockdesk::redis
