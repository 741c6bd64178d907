// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lockdesk::fuzz {

/// Aborts the program, which the fuzzer records as a crash.
inline void require(bool holds)
{
    if (!holds)
        std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

/// Reads values from the fuzzer's bytes; zeros and empty texts after their end.
class Input
{
public:
    Input(const std::uint8_t* data, std::size_t size) : m_rest(text_of(data, size)) {}

    [[nodiscard]] bool more() const { return !m_rest.empty(); }
    std::uint8_t byte()
    {
        const std::uint8_t out = m_rest.empty() ? 0 : static_cast<std::uint8_t>(m_rest.front());
        m_rest.remove_prefix(m_rest.empty() ? 0 : 1);
        return out;
    }
    /// Often a value at which sums overflow.
    std::int64_t number()
    {
        constexpr std::array<std::int64_t, 8> edges{0,
                                                    1,
                                                    -1,
                                                    std::numeric_limits<std::int64_t>::max(),
                                                    std::numeric_limits<std::int64_t>::min(),
                                                    1'790'000'000'000'000,
                                                    9'007'199'254'740'993,
                                                    253'402'300'800'000'000};
        const std::uint8_t which = byte();
        if (which < 128)
            return edges[which % edges.size()];
        std::int64_t out = 0;
        for (int i = 0; i < 8; ++i)
            out = static_cast<std::int64_t>(static_cast<std::uint64_t>(out) << 8 | byte());
        return out;
    }
    std::string text()
    {
        const std::size_t size = byte();
        const std::string out(m_rest.substr(0, size));
        m_rest.remove_prefix(out.size());
        return out;
    }
    /// A number as text, as a store keeps it, or any text.
    std::string text_or_number() { return byte() % 2 == 0 ? std::to_string(number()) : text(); }
    std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};

} // namespace lockdesk::fuzz
