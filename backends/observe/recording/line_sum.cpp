// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/line_sum.h"

namespace lockdesk {

namespace {

constexpr std::string_view before = ",\"sum\":\"", after = "\"}";
constexpr std::size_t digits = RunningSum::digits, tail = before.size() + digits + after.size();

} // namespace

std::string LineSum::closed(std::string_view line)
{
    line.remove_suffix(1); // the closing brace
    std::string out(line);
    out += before;
    out += m_sum.next(line);
    out += after;
    return out;
}

bool LineSum::check(std::string_view line)
{
    if (line.size() <= tail || line.substr(line.size() - tail, before.size()) != before || !line.ends_with(after))
        return false;
    const auto said = line.substr(line.size() - after.size() - digits, digits);
    return m_sum.next(line.substr(0, line.size() - tail)) == said;
}

} // namespace lockdesk
