// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/names.h"
#include "backends/engine/runners/guard.h"

#include <optional>
#include <span>
#include <string>

namespace lockdesk::ctl {

/// A part of a lesson that an object of the engine plays: the words after `engine:`.
struct EnginePart
{
    enum class Kind { lead, relay, hold };
    Kind kind = Kind::lead;
    LockName lock;
    Duration lease = std::chrono::seconds{30};   ///< lead, hold; relay: of a guard that ends
    Duration interval = std::chrono::seconds{1}; ///< lead: between runs; relay: between polls
    std::optional<GuardKind> guard;              ///< relay; nullopt: by the messages' leases
    std::optional<Duration> message_lease;       ///< relay
    Duration wait = no_end;                     ///< hold: time until the lock must be free
};

/// Parses the words. Fails (usage) with what is wrong. The words name no program, no file and no other store: what happens
/// meanwhile is a program of the lesson. With `any_values`, checks only what does not depend on a run.
Answer<EnginePart> parse_engine_part(std::span<const std::string> words, bool any_values = false);

} // namespace lockdesk::ctl
