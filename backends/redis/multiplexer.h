// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/shared_line.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace lockdesk::redis {

/// The calls of all sessions of this process that speak to one server as one user and under one name. As long as they come one
/// after the other, or a few at once, each session uses its own connection; those that come while many are under way share a
/// line. Any thread.
class Multiplexer
{
public:
    Multiplexer(StoreUrl url, std::string application_name, Duration timeout);
    /// The one of this process for that server, user, name and timeout; made when there is none.
    static std::shared_ptr<Multiplexer> find_or_make(const StoreUrl& url, const std::string& application_name,
                                                     Duration timeout);

    /// So many calls at once keep a server busy over connections of their own. With more of them most of the time goes into
    /// taking turns: 64 callers on one processor make a third of the pairs that they make over a line.
    static constexpr int few = 8;

    /// As long as a call takes.
    class Turn
    {
    public:
        explicit Turn(Multiplexer& all) : m_all(all), m_shares(all.m_calls.fetch_add(1, std::memory_order_relaxed) >= few) {}
        ~Turn() { m_all.m_calls.fetch_sub(1, std::memory_order_relaxed); }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;
        /// Null: the session's own connection is better.
        [[nodiscard]] std::shared_ptr<SharedLine> line() const { return m_shares ? m_all.line() : nullptr; }

    private:
        Multiplexer& m_all;
        const bool m_shares;
    };

private:
    std::shared_ptr<SharedLine> line();

    const StoreUrl m_url;
    const std::string m_application_name;
    const Duration m_timeout;
    std::atomic<int> m_calls = 0;
    std::mutex m_mutex; ///< guards what follows
    std::shared_ptr<SharedLine> m_line;
};

} // namespace lockdesk::redis
