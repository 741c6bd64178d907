// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockdesk::simulator {

/// The source of all choices in a schedule: the same seed gives the same schedule on every machine.
class Random
{
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t next()
    {
        std::uint64_t z = (m_state += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }
    /// In [0, n).
    std::uint64_t below(std::uint64_t n) { return next() % n; }
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    /// In [0, d].
    Duration up_to(Duration d)
    {
        return Duration{static_cast<std::int64_t>(below(static_cast<std::uint64_t>(d.count()) + 1))};
    }

private:
    std::uint64_t m_state;
};

/// A broken promise.
class Violation : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// A log of the steps; recorded only on request.
class Journal
{
public:
    explicit Journal(bool on) : m_on(on) {}
    template <class Text> void say(Text text)
    {
        if (m_on)
            m_lines.push_back(text());
    }
    [[nodiscard]] std::vector<std::string> take() { return std::move(m_lines); }

private:
    bool m_on;
    std::vector<std::string> m_lines;
};

} // namespace lockdesk::simulator
