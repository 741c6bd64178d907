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
/// after the other each session uses its own connection; those that come while another one is under way share a line, where
/// replies are fast. Any thread.
class Multiplexer
{
public:
    Multiplexer(StoreUrl url, std::string application_name, Duration timeout);
    /// The one of this process for that server, user, name and timeout; made when there is none.
    static std::shared_ptr<Multiplexer> find_or_make(const StoreUrl& url, const std::string& application_name,
                                                     Duration timeout);

    /// As long as a call takes.
    class Turn
    {
    public:
        explicit Turn(Multiplexer& all) : m_all(all), m_alone(all.m_calls.fetch_add(1, std::memory_order_relaxed) == 0) {}
        ~Turn() { m_all.m_calls.fetch_sub(1, std::memory_order_relaxed); }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;
        /// Null: the session's own connection is better.
        [[nodiscard]] std::shared_ptr<SharedLine> line() const { return m_alone ? nullptr : m_all.line(); }

    private:
        Multiplexer& m_all;
        const bool m_alone;
    };

private:
    std::shared_ptr<SharedLine> line();

    const StoreUrl m_url;
    const std::string m_application_name;
    const Duration m_timeout;
    std::atomic<int> m_calls = 0;
    std::mutex m_mutex; ///< guards what follows
    std::shared_ptr<SharedLine> m_line;
    unsigned m_skipped = 0;
};

} // namespace lockdesk::redis
