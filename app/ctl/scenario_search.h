// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/scenario_runs.h"

namespace lockdesk::ctl {

struct SearchLimits
{
    std::int64_t orders = 0;
    Duration within{0};
};

/// Tries the orders in which the steps of one variant's actors can happen, prints what was found, and returns the exit status.
/// The shortest wrong order is written to `request.events`, if that is set.
int search_orders(Context& context, const scenarios::Lesson& lesson, ScenarioRequest request, const SearchLimits& limits);

} // namespace lockdesk::ctl
