// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <random>
#include <utility>

namespace lockdesk::contract {

/// The same numbers for the same seed, on every machine.
class Dice
{
public:
    explicit Dice(std::uint64_t seed) : m_bits(seed) {}
    /// In [0, n).
    std::size_t below(std::size_t n) { return m_bits() % n; }
    bool one_in(std::size_t n) { return below(n) == 0; }
    template <class List> const auto& one_of(const List& list) { return list[below(std::size(list))]; }
    template <class List> void shuffle(List& list)
    {
        for (std::size_t i = std::size(list); i > 1; --i)
            std::swap(list[i - 1], list[below(i)]);
    }

private:
    std::mt19937_64 m_bits;
};

/// Of the histories that are played on every store: LOCKDESK_TEST_SEED, or always the same.
inline std::uint64_t seed()
{
    const char* given = std::getenv("LOCKDESK_TEST_SEED");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 20261;
}

} // namespace lockdesk::contract
