// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/observer_core.h"

#include <algorithm>
#include <vector>

namespace lockdesk {

namespace {

constexpr auto window = std::chrono::minutes{1};
constexpr auto shortest_window = std::chrono::seconds{10};
constexpr std::size_t remembered_looks = 5;
constexpr std::size_t many = 100; // of this number one more hardly moves the average
constexpr auto together = std::chrono::seconds{20};
// Several times what a poll by an index needs on a slow disk.
constexpr auto most_for_changes = std::chrono::milliseconds{100};
constexpr auto most_per_row = std::chrono::microseconds{50};

Duration divided(Duration d, double by) { return Duration{static_cast<std::int64_t>(static_cast<double>(d.count()) / by)}; }

} // namespace

void PollBudget::spent(SteadyPoint at, Duration busy, bool full, bool hung, bool first, std::optional<std::int64_t> changed)
{
    const Duration before = full ? m_full : usual();
    if (hung) // a limit, not 0, so that a store that became slow for good still counts
        busy = std::min(busy, before * 4);
    if (full) {
        // Half of the average so far: a single slow poll on a busy machine must not delay polling for long.
        m_full = m_full.count() == 0 ? busy : (m_full + busy) / 2;
    } else {
        const Duration work = changed && !full ? std::min<Duration>(busy, most_for_changes + most_per_row * *changed) : busy;
        m_looks.emplace_back(at, work);
        if (m_looks.size() > remembered_looks)
            m_looks.pop_front();
        m_minute.emplace_back(at, work);
        m_minute_busy += work;
        for (; m_minute.front().first < at - window; m_minute.pop_front())
            m_minute_busy -= m_minute.front().second;
    }
    if (!first)
        count(at, busy);
}

void PollBudget::spent_beside(SteadyPoint at, Duration busy, double share)
{
    m_beside = share;
    count(at, busy);
}

double PollBudget::own() const { return std::max(m_budget - m_beside, m_budget / 2); }

void PollBudget::count(SteadyPoint at, Duration busy)
{
    if (m_spent.empty() && m_first == SteadyPoint{})
        m_first = at;
    m_spent.emplace_back(at, busy);
    while (!m_spent.empty() && m_spent.front().first < at - window)
        m_spent.pop_front();
}

Duration PollBudget::usual() const
{
    if (m_looks.empty())
        return {};
    std::vector<Duration> sorted;
    // Costs from before a long pause predict little.
    for (const auto& [at, busy] : m_looks)
        if (m_looks.back().first - at <= together)
            sorted.push_back(busy);
    // A lone slow poll is as likely chance as a trend: takes the smaller of the last two.
    if (sorted.size() == 1 && m_looks.size() > 1)
        return std::min(sorted.front(), m_looks[m_looks.size() - 2].second);
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

// On a busy machine a few slow polls cost more than all usual ones: where there are many, their average counts.
Duration PollBudget::typical() const
{
    if (m_minute.size() < many)
        return usual();
    return std::max(usual(), Duration{m_minute_busy.count() / static_cast<std::int64_t>(m_minute.size())});
}

// Full polls take at most half of the budget; other polls get the remainder.
Duration PollBudget::full_every() const { return std::max(m_reconcile, divided(m_full, own() / 2)); }

Duration PollBudget::gap(Duration least) const
{
    const double full = static_cast<double>(m_full.count()) / static_cast<double>(full_every().count());
    return std::max(least, divided(typical(), std::max(own() - full, own() / 2)));
}

double PollBudget::share(SteadyPoint now) const
{
    Duration sum{0};
    for (const auto& [at, busy] : m_spent)
        if (at >= now - window)
            sum += busy;
    const auto over =
        std::clamp(std::chrono::duration_cast<Duration>(now - m_first), Duration{shortest_window}, Duration{window});
    return static_cast<double>(sum.count()) / static_cast<double>(over.count());
}

} // namespace lockdesk
