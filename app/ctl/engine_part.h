// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/names.h"
#include "backends/engine/runners/guard.h"

#include <optional>
#include <span>
#include <string>

namespace lockdesk::ctl {

/// A part of a lesson that one of the engine's own objects plays: what stands behind `engine:`.
struct EnginePart
{
    enum class Kind { lead, relay, hold };
    Kind kind = Kind::lead;
    LockName lock;
    Duration lease = std::chrono::seconds{30};   ///< lead, hold; relay: of a guard that ends
    Duration interval = std::chrono::seconds{1}; ///< lead: between runs; relay: between looks
    std::optional<GuardKind> guard;              ///< relay; none: by the messages' leases
    std::optional<Duration> message_lease;       ///< relay
    Duration wait = forever;                     ///< hold: for the lock to become free
};

/// Usage failure: what is wrong with the words. They name no program, no file, and no other store: whatever is to be done meanwhile is
/// a program of the lesson. With `any_values` only what does not depend on a run is looked at.
Answer<EnginePart> parse_engine_part(std::span<const std::string> words, bool any_values = false);

} // namespace lockdesk::ctl
