// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/redis/connection.h"
#include "backends/redis/key_formats.h"
#include "backends/redis/wire.h"

namespace lockdesk::redis {

/// Subscribes to `P hint:<entity>:<key>`; the scripts publish there. Of Redisson's locks to the channels of that library.
/// The first change of a lock after a look at the log is hinted, the next one not: so a listener to locks looks before it
/// subscribes and after every hint. Where it cannot (no library, no permission) it hears of locks after the looks of others.
class RedisListener final : public HintListener
{
public:
    RedisListener(const StoreUrl& url, const SessionOptions& options, std::vector<HintTopic> topics);
    ~RedisListener() override;

    /// Connects and subscribes; the first time before `listen` returns.
    std::optional<Failure> listen();
    /// Cuts a `listen` that runs, for good. From any thread.
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
    /// True: the connection has something to say. False: the time is over or it was interrupted.
    bool wait_readable(SteadyPoint until);
    /// So that it does not wake for every hint of many. False: it was interrupted.
    [[nodiscard]] bool rest(SteadyPoint until) const;

    void add_own(const std::string& prefix, const std::vector<HintTopic>& topics);
    void add_foreign(const KeyFormat& format, const std::vector<HintTopic>& topics);

    std::vector<std::string> m_channels, m_patterns;
    std::string m_prefix;
    bool m_of_locks = false; ///< listens to locks, among others
    bool m_looks = false;    ///< and looks at their log, so that the next change is hinted again
    std::string m_numbers;   ///< the counter of changes: of it comes the number first, then the end of the log
    Connection m_connection;
    bool m_subscribed = false;
    bool m_look_first = false; ///< hints may have come with the last answer to SUBSCRIBE
    bool m_goes_away = false;
    bool m_away = false;
    std::optional<std::string> m_left_at; ///< the counter of changes when it left
    bool m_missed = false;                ///< the connection was lost: hints may have been, too
    int m_wake = -1;                      ///< eventfd
    SteadyPoint m_hinted_at{};
};

} // namespace lockdesk::redis
