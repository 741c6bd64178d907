// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/closest.h"

#include <algorithm>

namespace lockdesk::ctl {

namespace {

// Number of letters that are wrong, missing, superfluous or swapped with their neighbour.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            const std::size_t other = a[i - 1] != b[j - 1] ? 1 : 0;
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + other});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a.size()][b.size()];
}

} // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known)
{
    constexpr std::size_t longest = 40;
    if (word.empty() || word.size() > longest)
        return {};
    const std::string* best = nullptr;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& one : known) {
        const auto wrong = distance(word, one);
        if (wrong < least && wrong < one.size()) {
            least = wrong;
            best = &one;
        }
    }
    return best == nullptr ? std::string() : " Did you mean " + *best + "?";
}

} // namespace lockdesk::ctl
