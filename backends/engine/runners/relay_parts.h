// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What relay.cpp and relay_settle.cpp share.
#pragma once

#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/relay.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace lockdesk {

// Minimum time to retry beginning and settling deliveries when the store does not answer.
inline constexpr Duration settle_within = std::chrono::seconds{30};

struct Relay::Claimed
{
    std::vector<MessageRow> rows;
    ClaimId claim;
    SteadyPoint asked_at; ///< start of the leases of all its messages
    std::optional<TimePoint> store_time;
    std::size_t left_alone = 0; ///< claimed with the others, but not in `rows`
};

// Deliveries tried and not settled yet. Those beyond the rows are returned without an event.
struct Relay::Batch
{
    std::vector<Delivery> deliveries;
    std::vector<MessageRow> rows;
    void add(Delivery delivery, const MessageRow& row)
    {
        deliveries.push_back(std::move(delivery));
        rows.push_back(row);
    }
};

struct Relay::Begun
{
    enum class Result { begun, taken, late } result = Result::begun;
    SteadyPoint until = SteadyPoint::max(); ///< deadline of the delivery
};

} // namespace lockdesk
