// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/outbox.h"
#include "backends/postgres/params.h"
#include "backends/postgres/result.h"

namespace lockdesk::postgres {

// What outbox_claim and outbox_settle take and answer, on whatever connection they run.

/// The name under which the claim of so many is prepared, and its text.
std::string claim_key(std::int64_t limit);
std::string claim_text(std::int64_t limit);
Params claim_params(const MessageClaim& request);
/// Rows with the time that they were due at, in that order. `used`: some row carries the claim's id.
std::vector<MessageRow> claimed_rows(const Result& r, const OwnerId& owner, bool& used);

/// Of the deliveries that `which` names, each with an id of its own.
Params settle_params(std::span<const Delivery> deliveries, std::span<const std::size_t> which);
void read_settled(const Result& r, std::span<const std::size_t> which, std::vector<DeliveryAnswer>& answers);

} // namespace lockdesk::postgres
