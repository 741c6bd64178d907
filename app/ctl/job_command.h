// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/command.h"
#include "backends/engine/runners/guard.h"

namespace lockdesk::ctl {

/// Runs the command of `guard run` and `lead` with LOCKDESK_LOCK, LOCKDESK_TOKEN and LOCKDESK_OWNER in its environment.
/// Sends it SIGTERM when the guard is lost or the program ends, and SIGKILL 5 s later. Returns its exit status as a shell
/// does.
int run_command(Context& context, const std::vector<std::string>& command, const JobContext& job);

} // namespace lockdesk::ctl
