// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/outbox.h"
#include "backends/mariadb/link.h"

namespace lockdesk::mariadb {

// What outbox_claim and outbox_settle take and answer, on whatever connection they run.

/// Without `{commit}`, and without the guard of a claim id that is asked again.
Values claim_values(const MessageClaim& request);
/// Rows that carry the claim's id, in the order in which it took them.
std::vector<MessageRow> claimed_rows(const Result& r, const OwnerId& owner);

/// Of the deliveries that `which` names, each with an id of its own. Without `{begin}`.
Values settle_values(Link& link, std::span<const Delivery> deliveries, std::span<const std::size_t> which);
void read_settled(const Reply& reply, std::span<const Delivery> deliveries, std::span<const std::size_t> which,
                  std::vector<DeliveryAnswer>& answers);

} // namespace lockdesk::mariadb
