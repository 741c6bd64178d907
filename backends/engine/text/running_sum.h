// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockdesk {

/// A checksum over a sequence of texts: 64-bit FNV-1a over all so far, folded to 32 bits. For lines of files, against
/// accidents and casual edits; no protection against forgery.
class RunningSum
{
public:
    /// Advances past `text`. Returns the sum as 8 hex digits.
    std::string next(std::string_view text)
    {
        for (const char c : text)
            m_state = (m_state ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
        auto folded = static_cast<std::uint32_t>(m_state ^ (m_state >> 32));
        std::string out(digits, '0');
        for (std::size_t i = digits; i-- > 0; folded >>= 4)
            out[i] = "0123456789abcdef"[folded & 15];
        return out;
    }

    static constexpr std::size_t digits = 8;

private:
    std::uint64_t m_state = 0xcbf29ce484222325ULL;
};

} // namespace lockdesk
