// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lockdesk {

/// What an observer saw happen between two looks at a store. Short things between two looks are not seen one by one.
enum class EventKind {
    acquired,
    renewed,
    released,
    expired,
    taken_over,
    forced,
    cooling_ended,
    collected, // locks
    added,
    claimed,
    timed_out,
    advanced,
    unlocked,
    relocked,
    failed,
    removed, // tasks (claimed, removed: messages too)
    sending,
    sent,
    retry,
    dead,
    retried, // messages
    started,
    left,
    late,
    silent,
    beating,
    ordered, // workers
    refused, // a late write at a fence
    audit,   // a forced action, as written in the store
};

struct Event
{
    EventKind kind = EventKind::acquired;
    Entity entity = Entity::lock;
    std::string key;
    std::string actor; ///< owner, worker or operator; may be empty
    FencingToken token;
    TimePoint at{};               ///< on the store's clock; as exact as the rows say
    std::string detail;           ///< phase, error, action: only data, no words of ours
    std::optional<Duration> wait; ///< of a relock: until it is due
    FencingToken seen;            ///< of a refusal: the largest that the fence had seen
    std::string result;           ///< of a forced action, the store's word
    friend bool operator==(const Event&, const Event&) = default;
};

const char* word(EventKind); ///< acquired, taken over, ...
/// A whole English sentence without the actor: "acquired demo/ledger, token 1877".
std::string event_text(const Event& event);
/// A forced action that was asked for and refused, or whose outcome is not known: it changed nothing that could be told.
bool forced_in_vain(const Event& event);
/// A human must look: refused, dead, silent, forced.
bool is_alarm(EventKind kind);

} // namespace lockdesk
