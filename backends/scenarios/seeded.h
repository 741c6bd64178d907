// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockdesk::scenarios {

/// Random numbers from a seed, the same on every machine (splitmix64).
class Seeded
{
public:
    explicit Seeded(std::uint64_t seed) : m_state(seed) {}
    /// Seeds for one name, independent of other names.
    Seeded(std::uint64_t seed, std::string_view name) : m_state(seed)
    {
        for (const char c : name)
            m_state = (m_state ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
        (void)next();
    }
    std::uint64_t next()
    {
        std::uint64_t z = m_state += 0x9e3779b97f4a7c15ULL;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// Returns 0 to n - 1.
    std::uint64_t below(std::uint64_t n) { return next() % n; }
    std::string hex(int digits)
    {
        std::string out;
        for (std::uint64_t bits = 0; static_cast<int>(out.size()) < digits; bits >>= 4) {
            if (out.size() % 16 == 0)
                bits = next();
            out += "0123456789abcdef"[bits & 15];
        }
        return out;
    }

private:
    std::uint64_t m_state;
};

} // namespace lockdesk::scenarios
