// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"
#include "backends/sql/link.h"

#include <memory>
#include <span>

namespace lockdesk::sql {

using ClaimedMessages = Answer<std::vector<MessageRow>>;

/// What differs between servers. A batch is some of the deliveries, none with the same id twice, sorted by id.
struct OutboxVerbs
{
    using Batch = std::span<const std::size_t>;
    /// Claims for a possibly used claim id.
    ClaimedMessages (*claim_again)(Link& link, const MessageClaim& request);
    /// Completes the values of outbox_begin.
    void (*begin)(Link& link, const DeliveryBegin& request, Values& values);
    /// Returns the values of outbox_settle.
    Values (*settle)(const Link& link, std::span<const Delivery> deliveries, Batch batch);
    /// Reads its reply.
    void (*settled)(const Reply& reply, std::span<const Delivery> deliveries, Batch batch,
                    std::vector<DeliveryAnswer>& answers);
    /// Sent with the BEGIN of a transaction that holds rows; null: outbox_claim begins it, and outbox_settle commits it.
    const char* begin_hold;
    bool settles_refused_too; ///< the reply has the rows of refused deliveries
};

std::unique_ptr<Outbox> make_outbox(Link& link, const OutboxVerbs& verbs);

// For the verbs.
/// Returns the values of outbox_claim.
Values claim_values(const Link& link, const MessageClaim& request);
/// Returns the rows that a claim took for this owner, in the order in which they were due. `used`: rows of the claim exist,
/// whatever their owner is now.
std::vector<MessageRow> claimed_messages(const Result& r, const OwnerId& owner, bool* used = nullptr);

} // namespace lockdesk::sql
