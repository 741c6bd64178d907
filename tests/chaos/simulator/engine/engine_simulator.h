// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/chaos/simulator/engine/processes.h"

#include <optional>
#include <span>

/// The engine's own classes, unchanged, with all their threads, under a clock and a thread order that follow from a seed:
/// WaitingAcquire, Watchdog, GuardRun, Lead, PollingWorker and Relay on the memory store, and the first four on a Redlock
/// of three servers.
namespace lockdesk::simulator {

struct EngineOutcome
{
    std::uint64_t seed = 0;
    std::string violation; ///< empty: every promise was kept
    EngineCounts counts;
    std::vector<std::string> journal; ///< when verbose
};

EngineOutcome run_engine_schedule(std::uint64_t seed, const EnginePlan& plan);

struct EngineTally
{
    std::int64_t schedules = 0;
    EngineCounts counts;
    std::optional<EngineOutcome> first_violation;
};

/// Runs schedules `seed`, `seed + 1`, ...; stops at the first violation.
EngineTally run_engine_schedules(std::uint64_t seed, std::int64_t schedules, const EnginePlan& plan);

/// Planted mutants that these schedules must catch.
std::span<const std::string> engine_mutant_names();

} // namespace lockdesk::simulator
