// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/link.h"

#include <set>
#include <string>
#include <vector>

namespace lockdesk::redis {

/// Finds locks that somebody wrote with redis-cli, which no index knows: by looking through the database, in steps that are
/// spread over calls. Where every key is in an index of ours, counting them spares the look.
class HandWritten
{
public:
    explicit HandWritten(Link& link) : m_link(link) {}

    /// The whole look at once, for at most this long: for a list.
    std::optional<Failure> look(Duration at_most);
    /// A step of it, when one is due: for an observer. `missing`: rows that our indexes have and the database has not.
    /// `counted_now`: a snapshot has just counted them, so the keys are counted at once.
    std::optional<Failure> step(std::int64_t missing, bool counted_now);
    /// Those found so far that nobody has said to be gone.
    [[nodiscard]] const std::set<std::string>& names() const { return m_names; }
    /// Those found since the last call.
    std::vector<std::string> take_new() { return std::exchange(m_new, {}); }
    void forget(const std::string& name) { m_names.erase(name); }

private:
    std::optional<Failure> go_on(Duration at_most);

    Link& m_link;
    std::set<std::string> m_names;
    std::vector<std::string> m_new;
    std::string m_cursor;  ///< empty: no look is running
    SteadyPoint m_last{};  ///< end of the last look, spared or not
    SteadyPoint m_whole{}; ///< end of the last whole look, or the first time that none was needed
};

} // namespace lockdesk::redis
