// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/engine/contracts/time.h"

#include <cstdint>
#include <string_view>

namespace lockdesk {

/// Wait of a message after a failed delivery: `first`, then `factor` times as long after every further failure, at most
/// `longest`. Without jitter: a relay delivers sequentially anyway, and people read the time of the next try.
struct DeliveryRetry
{
    Duration first = std::chrono::seconds{5};
    std::int64_t factor = 4;
    Duration longest = std::chrono::minutes{10};

    static DeliveryRetry fixed(Duration d) { return {d, 1, d}; }
    /// Returns the wait after a failure that `before` failures preceded.
    [[nodiscard]] Duration after(std::int64_t before) const;
    friend bool operator==(const DeliveryRetry&, const DeliveryRetry&) = default;
};

/// Parses `exponential` (5 s, 20 s, 80 s, ... up to 10 min) or `fixed:D`.
Answer<DeliveryRetry> parse_delivery_retry(std::string_view text);

} // namespace lockdesk
