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

/// The calls of all sessions of this process that speak to one server as one user and under one name. As long as they come one
/// after the other, or two at once, each session uses its own connection; those that come meanwhile share two lines. Any thread.
class Multiplexer
{
public:
    Multiplexer(StoreUrl url, std::string application_name, Duration timeout);
    /// The one of this process for that server, user, name and timeout; made when there is none.
    static std::shared_ptr<Multiplexer> find_or_make(const StoreUrl& url, const std::string& application_name,
                                                     Duration timeout);

    /// So many calls at once are no slower over connections of their own.
    static constexpr int few = 2;
    /// While the server works on the calls of one line, the other one gathers. With a single line the server and its callers
    /// wait for each other in turn.
    static constexpr int lines = 2;

private:
    struct Place
    {
        std::atomic<int> calls = 0;
        std::mutex mutex; ///< guards what follows
        std::shared_ptr<SharedLine> line;
    };

public:
    /// As long as a call takes.
    class Turn
    {
    public:
        explicit Turn(Multiplexer& all);
        ~Turn();
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;
        /// Null: the session's own connection is better.
        [[nodiscard]] std::shared_ptr<SharedLine> line() const { return m_place != nullptr ? m_all.line(*m_place) : nullptr; }

    private:
        Multiplexer& m_all;
        Place* m_place = nullptr; ///< null: it does not share
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
