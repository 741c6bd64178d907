// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/link.h"

#include <set>
#include <string>
#include <vector>

namespace lockdesk::redis {

/// Finds locks written with redis-cli, which are in no index, by scanning the database in steps spread over calls. A count
/// of the keys saves the scan while all of them are in our indexes.
class HandWritten
{
public:
    explicit HandWritten(Link& link) : m_link(link) {}

    /// Scans everything at once, for at most this long: for a list.
    std::optional<Failure> look(Duration at_most);
    /// Scans a step, when one is due: for an observer. `missing`: rows in our indexes but not in the database.
    /// `counted_now`: a snapshot has just counted them, so the keys are counted at once.
    std::optional<Failure> step(std::int64_t missing, bool counted_now);
    /// Names found so far and not forgotten.
    [[nodiscard]] const std::set<std::string>& names() const { return m_names; }
    /// Names found since the last call.
    std::vector<std::string> take_new() { return std::exchange(m_new, {}); }
    void forget(const std::string& name) { m_names.erase(name); }

private:
    std::optional<Failure> go_on(Duration at_most);
    std::optional<Failure> read_keys();

    Link& m_link;
    std::set<std::string> m_names;
    std::vector<std::string> m_new;
    std::string m_cursor;  ///< empty: no scan in progress
    SteadyPoint m_last{};  ///< end of the last scan, skipped ones included
    SteadyPoint m_whole{}; ///< end of the last complete scan, or the first time that none was needed
};

/// Reads some keys of locks on from `cursor` ("0": from the first; "0" again: these were the last), and adds the names that are
/// in no index of ours.
std::optional<Failure> foreign_names(Link& link, const std::string& prefix, std::string& cursor, std::vector<std::string>& found);

} // namespace lockdesk::redis
