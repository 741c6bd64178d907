// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/guard_bounds.h"
#include "app/ctl/command.h"
#include "backends/engine/rules/schedule.h"

#include <optional>

namespace lockdesk::ctl {

/// Declares --cron, --fixed-delay and --fixed-rate; `absent` describes the behaviour without them.
void add_schedule_options(Command& command, const std::string& absent);
/// Returns the schedule of these options, or nullopt if none is given.
std::optional<Schedule> schedule_of(const Args& args);
/// --at-most, --at-least, --once-per and --wait, where the command has them.
app::GuardBounds guard_bounds(const Args& args);

} // namespace lockdesk::ctl
