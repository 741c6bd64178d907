// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/hand_written.h"

namespace lockdesk::redis {

namespace {

using Clock = std::chrono::steady_clock;

// Some thousands of keys a step: a fraction of a millisecond of the server's time.
constexpr int rounds_per_step = 4;
// Keys that came and went in equal numbers are found no later than this.
constexpr auto look_anyway = std::chrono::seconds{60};

} // namespace

std::optional<Failure> HandWritten::look(Duration at_most)
{
    const auto begin = Clock::now();
    if (!m_running) {
        m_link.call(scripts().census);
        auto counted = m_link.run();
        if (!counted)
            return counted.failure();
        m_counted = (*counted)[1].integer();
        if (m_settled == m_counted && begin - m_settled_at < look_anyway)
            return std::nullopt;
        m_running = true;
        m_cursor = "0";
    }
    do {
        m_link.call(scripts().foreign).add(m_cursor).add(rounds_per_step);
        auto found = m_link.run();
        if (!found)
            return found.failure();
        const View names = (*found)[2];
        for (std::size_t i = 0; i < names.size(); ++i)
            m_names.insert(names[i].str());
        m_cursor = (*found)[1].str();
        if (m_cursor == "0") {
            m_running = false;
            m_settled = m_counted;
            m_settled_at = Clock::now();
            return std::nullopt;
        }
    } while (Clock::now() - begin < at_most);
    return std::nullopt;
}

} // namespace lockdesk::redis
