// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/context.h"
#include "backends/scenarios/rules.h"
#include "backends/scenarios/run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::ctl {

struct ScenarioRequest
{
    std::string variant; ///< empty: the first; with `all`: every variant
    std::uint64_t seed = 1;
    std::vector<scenarios::Choice> choices; ///< faults of an earlier run, to repeat
    std::optional<double> speed;            ///< nullopt: as fast as possible
    std::string events;                     ///< a file, or a folder with `all`
    bool all = false;
    std::string redlock; ///< URL; empty: none
    std::filesystem::path worker;
    std::optional<std::vector<std::uint64_t>> order; ///< instead of the seed's; nothing is printed then
};

/// One run in an order that was given.
struct OrderedRun
{
    scenarios::Verdict verdict;
    std::vector<scenarios::Pick> picks; ///< where another order would have been possible
    std::size_t lines = 0;              ///< of the event file
    std::string text;                   ///< the event file, if the verdict is wrong
};

/// `request.order` is set.
Answer<OrderedRun> run_in_order(Context& context, const scenarios::Lesson& lesson, const scenarios::Variant& variant,
                                const ScenarioRequest& request);
/// Says on standard error which sandboxes earlier lessons left behind.
void tell_of_abandoned(Context& context);

/// Runs the lessons one after the other, prints events and verdicts, and returns the exit status.
int run_scenarios(Context& context, const std::vector<scenarios::Lesson>& lessons, const ScenarioRequest& request);

} // namespace lockdesk::ctl
