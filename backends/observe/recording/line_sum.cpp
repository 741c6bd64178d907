// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/line_sum.h"

namespace lockdesk {

namespace {

constexpr std::string_view before = ",\"sum\":\"", after = "\"}";
constexpr std::size_t digits = 8, tail = before.size() + digits + after.size();

} // namespace

// FNV-1a, 64 bits.
std::string LineSum::next(std::string_view line)
{
    for (const char c : line)
        m_state = (m_state ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    auto folded = static_cast<std::uint32_t>(m_state ^ (m_state >> 32));
    std::string out(digits, '0');
    for (std::size_t i = digits; i-- > 0; folded >>= 4)
        out[i] = "0123456789abcdef"[folded & 15];
    return out;
}

std::string LineSum::closed(std::string_view line)
{
    line.remove_suffix(1); // the brace
    std::string out(line);
    out += before;
    out += next(line);
    out += after;
    return out;
}

bool LineSum::check(std::string_view line)
{
    if (line.size() <= tail || line.substr(line.size() - tail, before.size()) != before || !line.ends_with(after))
        return false;
    const auto said = line.substr(line.size() - after.size() - digits, digits);
    return next(line.substr(0, line.size() - tail)) == said;
}

} // namespace lockdesk
