// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/grouped.h"

namespace lockdesk {

std::string grouped(std::int64_t n)
{
    std::string digits = std::to_string(n);
    const std::size_t sign = n < 0 ? 1 : 0;
    for (auto at = digits.size(); at > sign + 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

} // namespace lockdesk
