// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"

namespace lockdesk {

/// An outbox whose rows can be held by their own locks, in a transaction that stays open on a connection of its own while
/// they are delivered. Others pass over them; to everybody else they look pending. No lease: gone with the connection, and
/// with it everything that was not settled. One claim at a time; one thread at a time.
class HeldMessages
{
public:
    virtual ~HeldMessages() = default;
    /// As Outbox::claim, but nothing is committed. Empty: nothing due, and nothing is held.
    virtual Answer<std::vector<MessageRow>> hold(const MessageClaim& request) = 0;
    /// False: the connection that held them is gone, and others may deliver them. Asked before the next one is begun.
    virtual Answer<bool> still_held() = 0;
    /// Of all that are held, and commits. They are free afterwards, also after a failure; then they are as they were before.
    virtual Answer<std::vector<DeliveryAnswer>> settle_held(std::span<const Delivery> deliveries) = 0;
    /// Rolls back.
    virtual void let_go() noexcept = 0;
};

/// None: this store cannot hold rows.
inline HeldMessages* held_messages(Outbox& outbox) { return dynamic_cast<HeldMessages*>(&outbox); }

} // namespace lockdesk
