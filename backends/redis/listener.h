// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/store.h"
#include "backends/redis/connection.h"
#include "backends/redis/key_formats.h"
#include "backends/redis/wire.h"

namespace lockdesk::redis {

/// Subscribes to `P hint:<entity>:<key>`; the scripts publish there. Of Redisson's locks to the channels of that library.
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
    std::optional<Trouble> leave();
    std::optional<Trouble> come_back();
    bool missed_some(View counter);
    /// True: the connection has something to say. False: the time is over or it was interrupted.
    bool wait_readable(SteadyPoint until);
    /// So that it does not wake for every hint of many. False: it was interrupted.
    [[nodiscard]] bool rest(SteadyPoint until) const;

    void add_own(const std::string& prefix, const std::vector<HintTopic>& topics);
    void add_foreign(const KeyFormat& format, const std::vector<HintTopic>& topics);

    std::vector<std::string> m_channels, m_patterns;
    std::string m_counter; ///< key
    Connection m_connection;
    bool m_subscribed = false;
    bool m_look_first = false; ///< hints may have come with the last answer to SUBSCRIBE
    bool m_goes_away = false;
    bool m_away = false;
    std::optional<std::string> m_left_at; ///< the counter of changes when it left
    bool m_missed = false; ///< the connection was lost: hints may have been, too
    int m_wake = -1;       ///< eventfd
    SteadyPoint m_hinted_at{};
};

} // namespace lockdesk::redis
