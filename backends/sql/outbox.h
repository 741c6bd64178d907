// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"
#include "backends/sql/link.h"

#include <memory>
#include <span>

namespace lockdesk::sql {

/// What differs between servers. A batch is some of the deliveries, none with the same id twice, sorted by id.
struct OutboxVerbs
{
    using Batch = std::span<const std::size_t>;
    Answer<std::vector<MessageRow>> (*claim)(Link& link, const MessageClaim& request);
    Answer<bool> (*begin)(Link& link, const DeliveryBegin& request);
    Answer<std::optional<TimePoint>> (*settle)(Link& link, std::span<const Delivery> deliveries, Batch batch,
                                               std::vector<DeliveryAnswer>& answers);
    /// Claims in a transaction that it leaves open.
    Answer<std::vector<MessageRow>> (*hold)(Link& link, Driver& holder, const MessageClaim& request, SteadyPoint until);
    /// Settles in that transaction, and commits.
    Answer<std::optional<TimePoint>> (*settle_held)(Link& link, Driver& holder, std::span<const Delivery> deliveries,
                                                    Batch batch, std::vector<DeliveryAnswer>& answers);
};

std::unique_ptr<Outbox> make_outbox(Link& link, const OutboxVerbs& verbs);

Answer<std::optional<MessageRow>> find_message(Link& link, const MessageId& id);
/// Returns the condition on the topic, to be put behind another one; empty: none.
std::string of_topic(const Link& link, const std::optional<Topic>& topic);
/// Returns the rows that a claim took for this owner, sorted by the column `was_next_at`. `used`: rows of the claim exist,
/// whatever their owner is now.
std::vector<MessageRow> claimed_messages(const Result& r, const OwnerId& owner, int was_next_at, bool* used = nullptr);

} // namespace lockdesk::sql
