// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redlock/panel.h"

#include <algorithm>
#include <map>

/// What the answers of many servers come to. Pure. Times of different servers are never compared: spans are.
namespace lockdesk::redlock {

template <class T> std::size_t answered(const Said<T>& said)
{
    return static_cast<std::size_t>(std::count_if(said.begin(), said.end(), [](const auto& one) { return one && *one; }));
}

/// The middle of the servers' clocks; nothing when none answered.
template <class T> std::optional<TimePoint> middle_time(const Said<T>& said)
{
    std::vector<TimePoint> times;
    for (const auto& one : said)
        if (one && one->store_time())
            times.push_back(*one->store_time());
    std::sort(times.begin(), times.end());
    return times.empty() ? std::nullopt : std::optional(times[times.size() / 2]);
}

/// What is left of a lease that ends then, on the clock of the server that says so. No end: for ever.
inline Duration left_until(const std::optional<TimePoint>& end, const std::optional<TimePoint>& now)
{
    return end && now ? *end - *now : forever;
}

/// How long the holder may trust a lock of which these servers keep so much. 0 or less: not at all.
Duration validity(std::vector<Duration> left, std::size_t quorum, Duration elapsed);

/// Who holds it according to most of those who name somebody.
class Votes
{
public:
    void add(const std::optional<Holder>& holder, const std::optional<TimePoint>& now);
    [[nodiscard]] std::size_t most() const;
    /// Ends at `now` + the most that is left.
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

/// Fewer than a quorum could be asked. What a server refused for good (password, read-only) is told as it is.
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

/// What one server says about one lock.
struct View
{
    std::string server;
    bool reachable = false;
    std::optional<LockRow> row;
    std::optional<TimePoint> now;
};
/// One row for a lock, or nothing when no server has it. `doubt` is `quorum` when too few say the same.
std::optional<LockRow> joined(const std::string& name, const std::vector<View>& views, std::size_t quorum,
                              const std::optional<TimePoint>& now);

} // namespace lockdesk::redlock
