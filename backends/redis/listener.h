// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/store.h"
#include "backends/redis/connection.h"
#include "backends/redis/wire.h"

namespace lockdesk::redis {

/// Subscribes to `P hint:<entity>:<key>`; the scripts publish there.
class RedisListener final : public HintListener
{
public:
    RedisListener(const StoreUrl& url, const SessionOptions& options, std::vector<HintTopic> topics);
    ~RedisListener() override;

    /// Connects and subscribes; the first time before `listen` returns.
    std::optional<Failure> listen();
    Answer<bool> wait(Duration at_most) override;
    void interrupt() noexcept override;

private:
    std::optional<Trouble> subscribe(SteadyPoint deadline);
    std::optional<Trouble> take_hints(bool& any);
    /// True: the connection has something to say. False: the time is over or it was interrupted.
    bool wait_readable(SteadyPoint until);

    const std::string m_prefix;
    const std::vector<HintTopic> m_topics;
    Connection m_connection;
    bool m_subscribed = false;
    bool m_missed = false; ///< the connection was lost: hints may have been, too
    int m_wake = -1;       ///< eventfd
};

} // namespace lockdesk::redis
