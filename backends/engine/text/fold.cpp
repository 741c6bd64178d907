// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/fold.h"

#include <cstddef>

namespace lockdesk {

namespace {

char folded(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

} // namespace

std::string lower_case(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        c = folded(c);
    return out;
}

// Runs over each of a million rows for a search: plain loops, also quick without optimisation.
bool contains_folded(std::string_view text, std::string_view sought) noexcept
{
    if (sought.empty())
        return true;
    if (text.size() < sought.size())
        return false;
    const char* const first = text.data();
    const char* const needle = sought.data();
    const char begin = folded(needle[0]);
    for (const char *at = first, *const last = first + (text.size() - sought.size()); at <= last; ++at) {
        if (folded(*at) != begin)
            continue;
        std::size_t same = 1;
        while (same < sought.size() && folded(at[same]) == folded(needle[same]))
            ++same;
        if (same == sought.size())
            return true;
    }
    return false;
}

} // namespace lockdesk
