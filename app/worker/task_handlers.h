// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/options.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/handlers.h"

namespace lockdesk::worker {

/// A handler that waits for the time `work` and then advances the task by `desired` or `advance`, or gives it back if they
/// have no entry. It continues after its lock is lost, like work without knowledge of locks, unless `extend` is on.
Handler demonstration_handler(Runtime& runtime, const Options& options);

/// A handler that runs a shell command with the task's JSON on standard input. Ends the command when the lock is lost.
Handler command_handler(Runtime& runtime, const Options& options, std::string command);

} // namespace lockdesk::worker
