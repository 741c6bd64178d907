// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/chaos/chaos/history.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::chaos {

/// Contents of the store after all processes have ended.
struct FinalState
{
    std::map<std::string, std::int64_t> counters; ///< resource -> its value
    std::map<std::string, std::string> tasks;     ///< id -> phase
    std::map<std::string, std::string> messages;  ///< id -> state
    std::vector<std::string> all_tasks;           ///< ids of all added tasks
    std::string last_phase;
    struct Drawn
    {
        std::string person;
        std::int64_t seq = 0;
        std::optional<std::int64_t> rank;
    };
    std::vector<Drawn> drawn; ///< ordered by number
    std::int64_t places = 0;  ///< places in the draw
};

struct Verdict
{
    std::vector<std::string> violations; ///< at most a hundred
    std::int64_t writes = 0;             ///< answered fenced operations
    std::int64_t refused = 0;
    std::int64_t in_doubt = 0;
    std::int64_t trusted = 0; ///< moments at which a holder trusted its lock
    std::int64_t increments = 0;
    std::int64_t advances = 0;
    std::int64_t messages = 0;
    std::int64_t deliveries = 0;
    std::int64_t ranked = 0;                     ///< in the draw
    std::map<std::string, std::int64_t> trouble; ///< kind -> count
};

/// Reads all histories and the final state, and reports everything that a fenced store rules out:
/// - a lock's token granted to two owners, or not larger than one granted earlier in real time;
/// - a write admitted after one with a larger token;
/// - two holders that trusted a lock at the same time;
/// - a counter that lacks an acknowledged increment;
/// - a task that is not in its last phase, or was advanced twice from a phase;
/// - a message that was added and neither delivered nor declared dead, or delivered twice under one claim;
/// - a draw whose numbers or ranks are not 1, 2, 3, ... once each in the same order, that has a person twice or more
///   people than places, that lost an acknowledged application, or that closed before it was full;
/// - a failure that no fault explains.
Verdict check(const std::vector<Event>& history, const FinalState& state);

} // namespace lockdesk::chaos
