// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"

namespace lockdesk {

/// An outbox whose rows can be held by row locks, in a transaction that stays open on a separate connection while they are
/// delivered. Other claims skip them; readers see them as pending. No lease: the hold ends with the connection, and
/// everything not settled is rolled back. One claim at a time; one thread at a time.
class HeldMessages
{
public:
    virtual ~HeldMessages() = default;
    /// Like Outbox::claim, but commits nothing. Empty: nothing is due, and nothing is held.
    virtual Answer<std::vector<MessageRow>> hold(const MessageClaim& request) = 0;
    /// Returns false when their connection is lost, so that others may deliver them. Call before each delivery.
    virtual Answer<bool> still_held() = 0;
    /// Settles all that are held, and commits. They are free afterwards; after a failure they are unchanged.
    virtual Answer<std::vector<DeliveryAnswer>> settle_held(std::span<const Delivery> deliveries) = 0;
    /// Rolls back.
    virtual void let_go() noexcept = 0;
};

/// Null: this store cannot hold rows.
inline HeldMessages* held_messages(Outbox& outbox) { return dynamic_cast<HeldMessages*>(&outbox); }

} // namespace lockdesk
