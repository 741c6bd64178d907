// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/delivery_retry.h"

#include "backends/engine/text/text.h"

#include <algorithm>
#include <string>

namespace lockdesk {

Duration DeliveryRetry::after(std::int64_t before) const
{
    auto wait = first;
    for (std::int64_t i = 0; i < before && factor > 1 && wait < longest; ++i)
        wait *= factor;
    return std::min(wait, longest);
}

Answer<DeliveryRetry> parse_delivery_retry(std::string_view text)
{
    constexpr std::string_view fixed = "fixed:";
    if (text == "exponential")
        return DeliveryRetry{};
    if (!text.starts_with(fixed))
        return Failure::usage("backoff '" + std::string(text)
                              + "' is not known; there are exponential and fixed:D (fixed:5s)");
    const auto wait = parse_duration(text.substr(fixed.size()));
    if (!wait)
        return wait.failure();
    if (*wait <= Duration{0} || *wait == no_end)
        return Failure::usage("backoff fixed:D needs a duration above 0");
    return DeliveryRetry::fixed(*wait);
}

} // namespace lockdesk
