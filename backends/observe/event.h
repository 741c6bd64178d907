// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lockdesk {

/// What an observer concludes happened between two polls; changes that come and go in between are not seen singly.
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
    audit,   // a forced action, as recorded in the store
};

struct Event
{
    EventKind kind = EventKind::acquired;
    Entity entity = Entity::lock;
    std::string key;
    std::string actor; ///< owner, worker or operator; may be empty
    FencingToken token;
    TimePoint at{};               ///< on the store's clock; as exact as the rows
    std::string detail;           ///< phase, error, action: data alone, no words of ours
    std::optional<Duration> wait; ///< of a relock: until the task is due
    FencingToken seen;            ///< of a refusal: the largest token that the fence had seen
    std::string result;           ///< of a forced action, the store's word
    friend bool operator==(const Event&, const Event&) = default;
};

const char* word(EventKind); ///< acquired, taken over, ...
/// An English sentence without the actor: "acquired demo/ledger, token 1877".
std::string event_text(const Event& event);
/// Whether a forced action was refused or has an unknown outcome; it may have changed nothing.
bool forced_in_vain(const Event& event);
/// Whether a human should check it: refused, dead, silent, expired.
bool is_alarm(EventKind kind);

} // namespace lockdesk
