// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/postgres/connection.h"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace lockdesk::postgres {

/// Payloads of a hint about a row, and of one that only observers need. A row just taken has a different payload, so that
/// the pacing of equal hints does not delay the hint that it is free again.
std::string hint_payload(Entity entity, const std::string& key);
std::string observer_payload(Entity entity);
std::string taken_payload(Entity entity, const std::string& key);
/// Returns true if a listener for these topics must wake for the payload. Observers listen for everything: no topics.
bool wants(const std::vector<HintTopic>& topics, const std::string& payload);

/// Sends NOTIFY from a separate thread and connection, outside the deciding transactions, because every notifying commit
/// takes one server-wide lock. Sends the first hint at once, the same one again after 10 ms at the earliest, and many
/// hints to a slow server 30 ms apart. A failure loses hints, which is allowed.
class HintSender
{
public:
    using Hint = std::pair<std::string, std::string>; ///< channel, payload

    explicit HintSender(ConnectOptions options);
    /// Sends the remaining hints, for a moment at most.
    ~HintSender();

    void post(const std::string& channel, std::string payload);
    /// Returns the hints that wait for a first connection: a program that ends sends them on its own connection.
    std::vector<Hint> take_unsent();
    static std::optional<Trouble> send(Connection& connection, const std::vector<Hint>& hints, SteadyPoint deadline);

private:
    void run();
    std::vector<Hint> take_due(SteadyPoint now);
    std::vector<Hint> take_all();
    [[nodiscard]] SteadyPoint next_due(SteadyPoint now) const;
    void deliver(std::unique_lock<std::mutex>& lock, const std::vector<Hint>& hints, Duration within);

    std::shared_ptr<Interrupter> m_interrupter;
    Connection m_connection;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::map<Hint, SteadyPoint> m_pending; ///< value: earliest time of sending
    std::map<Hint, SteadyPoint> m_last_sent;
    SteadyPoint m_not_before{}; ///< for all: after a failure, and between bursts
    int m_burst = 0;
    bool m_stopping = false;
    bool m_idle = false;
    bool m_connected = false;
    std::thread m_thread;
};

} // namespace lockdesk::postgres
