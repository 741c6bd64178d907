// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/command.h"
#include "backends/engine/runners/guard.h"

namespace lockdesk::ctl {

/// Runs the command of `guard run` and `lead`, which sees LOCKDESK_LOCK, LOCKDESK_TOKEN and LOCKDESK_OWNER. When the guard is
/// lost or the program ends it gets SIGTERM, and SIGKILL 5 s later. Answers its exit status as a shell would.
int run_command(Context& context, const std::vector<std::string>& command, const JobContext& job);

} // namespace lockdesk::ctl
