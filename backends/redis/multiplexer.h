// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/shared_line.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace lockdesk::redis {

/// Distributes the calls of all sessions of this process with the same server, user and name. Sequential calls, and two at
/// once, use the sessions' own connections; further concurrent calls share two lines. Any thread.
class Multiplexer
{
public:
    Multiplexer(StoreUrl url, std::string application_name, Duration timeout);
    /// Returns the multiplexer for that server, user, name and timeout; creates it on first use.
    static std::shared_ptr<Multiplexer> find_or_make(const StoreUrl& url, const std::string& application_name,
                                                     Duration timeout);

    /// Up to this many concurrent calls are as fast over their own connections.
    static constexpr int few = 2;
    /// While the server processes the calls of one line, the other one collects calls. With a single line the server and
    /// its callers would wait for each other in turn.
    static constexpr int lines = 2;

private:
    struct Place
    {
        std::atomic<int> calls = 0;
        std::mutex mutex; ///< guards `line`
        std::shared_ptr<SharedLine> line;
    };

public:
    /// Lives as long as a call.
    class Turn
    {
    public:
        explicit Turn(Multiplexer& all);
        ~Turn();
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;
        /// Null: use the session's own connection.
        [[nodiscard]] std::shared_ptr<SharedLine> line() const { return m_place != nullptr ? m_all.line(*m_place) : nullptr; }

    private:
        Multiplexer& m_all;
        Place* m_place = nullptr; ///< null: not shared
    };

private:
    std::shared_ptr<SharedLine> line(Place& place);
    Place& quietest();

    const StoreUrl m_url;
    const std::string m_application_name;
    const Duration m_timeout;
    std::atomic<int> m_calls = 0;
    std::array<Place, lines> m_places;
};

} // namespace lockdesk::redis
