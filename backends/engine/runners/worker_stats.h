// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// The median of the last 512 durations.
class MedianWindow
{
public:
    void add(Duration d) { m_values[m_next++ % m_values.size()] = d.count() < 0 ? 0 : d.count(); }
    /// -1: no values yet.
    [[nodiscard]] std::int64_t median_us() const
    {
        const auto count = std::min(m_next, m_values.size());
        if (count == 0)
            return -1;
        auto sorted = m_values;
        const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(count / 2);
        std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(count));
        return *middle;
    }

private:
    std::array<std::int64_t, 512> m_values{};
    std::size_t m_next = 0;
};

/// A worker's counters and current work: written by its threads, read by its heartbeat. Thread-safe.
class WorkerStats
{
public:
    /// Changes the counters under the lock.
    template <class Change> void count(Change change)
    {
        const std::lock_guard lock(m_mutex);
        change(m_counters);
    }
    void waited(Duration d)
    {
        const std::lock_guard lock(m_mutex);
        m_waits.add(d);
    }
    void held(Duration d)
    {
        const std::lock_guard lock(m_mutex);
        m_holds.add(d);
    }
    [[nodiscard]] WorkerCounters counters() const
    {
        const std::lock_guard lock(m_mutex);
        auto out = m_counters;
        out.wait_p50_us = m_waits.median_us();
        out.hold_p50_us = m_holds.median_us();
        return out;
    }
    void set_state(std::string state)
    {
        const std::lock_guard lock(m_mutex);
        m_state = std::move(state);
    }
    /// Adds to the current work.
    void begin(const std::string& what, std::optional<TimePoint> since = {}, std::optional<TimePoint> lease_until = {})
    {
        const std::lock_guard lock(m_mutex);
        m_doing.push_back({what, since, lease_until});
    }
    /// Removes from the current work.
    void end(const std::string& what)
    {
        const std::lock_guard lock(m_mutex);
        const auto at = std::find_if(m_doing.begin(), m_doing.end(), [&](const Doing& d) { return d.what == what; });
        if (at != m_doing.end())
            m_doing.erase(at);
    }
    /// Writes state, counters and current work into a heartbeat row.
    void fill(WorkerRow& row) const
    {
        row.counters = counters();
        const std::lock_guard lock(m_mutex);
        row.state = m_state;
        row.doing = doing_words();
        // The times are those of the lease that ends first, which limits the work.
        const auto first = std::min_element(m_doing.begin(), m_doing.end(), [](const Doing& a, const Doing& b) {
            return a.lease_until.value_or(TimePoint::max()) < b.lease_until.value_or(TimePoint::max());
        });
        row.doing_since = first == m_doing.end() ? std::nullopt : first->since;
        row.lease_until = first == m_doing.end() ? std::nullopt : first->lease_until;
    }

private:
    struct Doing
    {
        std::string what;
        std::optional<TimePoint> since, lease_until;
    };
    static constexpr std::size_t most_named = 3;
    [[nodiscard]] std::string doing_words() const
    {
        std::string out;
        for (std::size_t i = 0; i < std::min(m_doing.size(), most_named); ++i)
            out += (i == 0 ? "" : ", ") + m_doing[i].what;
        return m_doing.size() <= most_named ? out : out + " and " + std::to_string(m_doing.size() - most_named) + " more";
    }

    mutable std::mutex m_mutex;
    WorkerCounters m_counters;
    MedianWindow m_waits, m_holds;
    std::string m_state = "running";
    std::vector<Doing> m_doing;
};

} // namespace lockdesk
