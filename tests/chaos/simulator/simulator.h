// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/chaos/simulator/world.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Runs the engine's contracts on the memory store through one interleaving after another, in one thread, on a virtual
/// clock: everything follows from the seed.
namespace lockdesk::simulator {

struct Plan
{
    bool fenced = true;   ///< false: writers skip the fence. The control, which must be caught
    std::string mutant;   ///< a planted mutant; empty: none
    bool verbose = false; ///< keep the journal
};

struct Outcome
{
    std::uint64_t seed = 0;
    std::string violation; ///< empty: every promise was kept
    Counts counts;
    std::vector<std::string> journal; ///< when verbose
};

Outcome run_schedule(std::uint64_t seed, const Plan& plan);

struct Tally
{
    std::int64_t schedules = 0;
    Counts counts;
    std::optional<Outcome> first_violation; ///< of the smallest seed with a violation
};

/// Runs schedules `seed`, `seed + 1`, ... on `threads` threads; stops at the first violation.
Tally run_schedules(std::uint64_t seed, std::int64_t schedules, const Plan& plan, int threads = 1);

/// Planted mutants that a simulation can catch: those of the contract suite, and some of its own.
std::span<const std::string> mutant_names();

} // namespace lockdesk::simulator
