// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <memory>
#include <stop_token>

namespace lockdesk::net {

/// Starts the listener; a stop ends its connecting at once, by `give_up`.
template <class Listener>
Answer<std::unique_ptr<HintListener>> listening(std::unique_ptr<Listener> listener, const std::stop_token& stop)
{
    // Copies the address: the return moves the pointer away while a stop may still call this.
    const std::stop_callback cut(stop, [own = listener.get()] { own->give_up(); });
    if (auto failure = listener->listen())
        return *failure;
    return std::unique_ptr<HintListener>(std::move(listener));
}

} // namespace lockdesk::net
