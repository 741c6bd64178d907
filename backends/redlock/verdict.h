// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redlock/panel.h"

#include <algorithm>
#include <map>

/// Combines the answers of several servers. Pure. Compares spans, never times of different servers.
namespace lockdesk::redlock {

template <class T> std::size_t answered(const Said<T>& said)
{
    return static_cast<std::size_t>(std::count_if(said.begin(), said.end(), [](const auto& one) { return one && *one; }));
}

/// Returns the median clock of the servers; nullopt when none answered.
template <class T> std::optional<TimePoint> middle_time(const Said<T>& said)
{
    std::vector<TimePoint> times;
    for (const auto& one : said)
        if (one && one->store_time())
            times.push_back(*one->store_time());
    std::sort(times.begin(), times.end());
    return times.empty() ? std::nullopt : std::optional(times[times.size() / 2]);
}

/// Returns the remaining time of a lease, on the clock of the server that granted it. No end: forever.
inline Duration left_until(const std::optional<TimePoint>& end, const std::optional<TimePoint>& now)
{
    return end && now ? *end - *now : no_end;
}

/// Returns how long the holder may trust a lock with these remaining times. 0 or less: not held.
Duration validity(std::vector<Duration> left, std::size_t quorum, Duration elapsed);

/// Finds the holder by majority of the servers that name one.
class Votes
{
public:
    void add(const std::optional<Holder>& holder, const std::optional<TimePoint>& now);
    [[nodiscard]] std::size_t most() const;
    /// The lease ends at `now` + the longest remaining time.
    [[nodiscard]] std::optional<Holder> winner(const std::optional<TimePoint>& now) const;

private:
    struct Vote
    {
        std::size_t count = 0;
        Duration left{0};
    };
    [[nodiscard]] std::map<std::string, Vote>::const_iterator best() const;
    std::map<std::string, Vote> m_votes;
};

/// Failure for fewer answers than a quorum. A permanent refusal (password, read-only) is returned unchanged.
Failure too_few(std::size_t answered, std::size_t servers, const std::vector<Failure>& failures,
                const std::string& addition = {});

template <class T> std::vector<Failure> failures_of(const Said<T>& said)
{
    std::vector<Failure> out;
    for (const auto& one : said)
        if (one && !*one)
            out.push_back(one->failure());
    return out;
}

/// The state of one lock on one server.
struct View
{
    std::string server;
    bool reachable = false;
    std::optional<LockRow> row;
    std::optional<TimePoint> now;
};
/// Joins the views into one row, or nullopt when no server has the lock. `doubt` is `quorum` when too few agree.
std::optional<LockRow> joined(const std::string& name, const std::vector<View>& views, std::size_t quorum,
                              const std::optional<TimePoint>& now);

} // namespace lockdesk::redlock
