// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/context.h"
#include "backends/scenarios/run.h"

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
};

/// Runs the lessons one after the other, prints events and verdicts, and returns the exit status.
int run_scenarios(Context& context, const std::vector<scenarios::Lesson>& lessons, const ScenarioRequest& request);

} // namespace lockdesk::ctl
