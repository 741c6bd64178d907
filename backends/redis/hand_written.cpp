// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/hand_written.h"

namespace lockdesk::redis {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// Some thousands of keys per round trip: a fraction of a millisecond of the server's time.
constexpr int rounds_per_trip = 4;
constexpr auto step_length = 30ms;
constexpr auto step_every = 4s;
// The count misses a change when as many of our keys vanished as others appeared; a scan then finds it after this time.
constexpr auto look_anyway = 60s;

} // namespace

std::optional<Failure> HandWritten::look(Duration at_most)
{
    m_cursor = "0";
    return go_on(at_most);
}

std::optional<Failure> HandWritten::step(std::int64_t missing, bool counted_now)
{
    const auto now = Clock::now();
    if (m_cursor.empty()) {
        if (!counted_now && m_last != SteadyPoint{} && now - m_last < step_every)
            return std::nullopt;
        m_link.call(scripts().lock_census);
        auto counted = m_link.run();
        if (!counted)
            return counted.failure();
        m_last = now;
        const bool all_ours = (*counted)[1].integer() + missing == 0;
        if (all_ours && m_whole == SteadyPoint{})
            m_whole = now;
        if (all_ours && now - m_whole < look_anyway)
            return std::nullopt;
        m_cursor = "0";
    }
    return go_on(step_length);
}

std::optional<Failure> HandWritten::go_on(Duration at_most)
{
    const auto begin = Clock::now();
    do {
        m_link.call(scripts().lock_foreign).add(m_cursor).add(rounds_per_trip);
        auto found = m_link.run();
        if (!found)
            return found.failure();
        const View names = (*found)[2];
        for (std::size_t i = 0; i < names.size(); ++i)
            if (auto name = names[i].str(); m_names.insert(name).second)
                m_new.push_back(std::move(name));
        m_cursor = (*found)[1].str();
        if (m_cursor == "0") {
            m_cursor.clear();
            m_last = m_whole = Clock::now();
            return std::nullopt;
        }
    } while (Clock::now() - begin < at_most);
    return std::nullopt;
}

} // namespace lockdesk::redis
