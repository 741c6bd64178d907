// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/link.h"

#include <set>
#include <string>

namespace lockdesk::redis {

/// Finds locks that somebody wrote with redis-cli, which no index knows. It counts keys first: only when keys have come or
/// gone that are not ours, or a minute has passed, it looks through the database, in steps that can be spread over calls.
class HandWritten
{
public:
    explicit HandWritten(Link& link) : m_link(link) {}

    /// Looks for at most this long, and goes on next time where it stopped.
    std::optional<Failure> look(Duration at_most);
    /// Those found so far that nobody has said to be gone.
    [[nodiscard]] const std::set<std::string>& names() const { return m_names; }
    void forget(const std::string& name) { m_names.erase(name); }

private:
    Link& m_link;
    std::set<std::string> m_names;
    std::string m_cursor = "0";
    bool m_running = false;
    std::optional<std::int64_t> m_settled; ///< number of foreign keys at the last complete look
    std::int64_t m_counted = 0;            ///< the same at the beginning of the running one
    SteadyPoint m_settled_at{};
};

} // namespace lockdesk::redis
