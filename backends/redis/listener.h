// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/redis/connection.h"
#include "backends/redis/key_formats.h"
#include "backends/redis/wire.h"

namespace lockdesk::redis {

/// Subscribes to `P hint:<entity>:<key>`, where the scripts publish; for Redisson's locks, to the channels of that library.
/// After a read of the log only the first change of each lock is hinted: so a listener for locks reads it before it
/// subscribes and after every hint. Where it cannot (no library, no permission) it depends on the reads of others.
class RedisListener final : public HintListener
{
public:
    RedisListener(const StoreUrl& url, const SessionOptions& options, std::vector<HintTopic> topics);
    ~RedisListener() override;

    /// Connects and subscribes for the first time, before Store::listen returns.
    std::optional<Failure> listen();
    /// Interrupts a running `listen`, permanently. From any thread.
    void give_up() noexcept { m_connection.interrupt(); }
    Answer<bool> wait(Duration at_most) override;
    void interrupt() noexcept override;

private:
    std::optional<Trouble> subscribe(SteadyPoint deadline);
    std::optional<Trouble> take_hints(bool& any);
    std::optional<Trouble> leave();
    std::optional<Trouble> come_back();
    std::optional<Trouble> look_again();
    void add_look(Wire& wire) const;
    void add_subscriptions(Wire& wire) const;
    bool said_counter(View said);
    bool missed_some(const std::string& counter);
    /// Waits until the connection is readable. False: timeout or interrupted.
    bool wait_readable(SteadyPoint until);
    /// Pauses, so that many hints do not each cause a wake-up. False: interrupted.
    [[nodiscard]] bool rest(SteadyPoint until) const;

    void add_own(const std::string& prefix, const std::vector<HintTopic>& topics);
    void add_foreign(const KeyFormat& format, const std::vector<HintTopic>& topics);

    std::vector<std::string> m_channels, m_patterns;
    std::string m_prefix;
    bool m_of_locks = false; ///< topics include locks
    bool m_looks = false;    ///< reads the log of locks, so that their next change is hinted again
    std::string m_numbers;   ///< part of the counter of changes: the number, to which the end of the log is added
    Connection m_connection;
    bool m_subscribed = false;
    bool m_look_first = false; ///< hints may have arrived with the last reply to SUBSCRIBE
    bool m_goes_away = false;
    bool m_away = false;
    std::optional<std::string> m_left_at; ///< counter of changes when it unsubscribed
    bool m_missed = false;                ///< the connection was lost, so hints may be lost too
    int m_wake = -1;                      ///< eventfd
    SteadyPoint m_hinted_at{};
};

} // namespace lockdesk::redis
