// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/options.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/handlers.h"

namespace lockdesk::worker {

/// A handler that takes `work` long and then moves the task on as `desired` or `advance` says, or gives it back where they say nothing.
/// It goes on after its lock is lost, like work that knows nothing of locks, unless `extend` is on.
Handler demonstration_handler(Runtime& runtime, const Options& options);

/// A handler that runs a shell command with the task's JSON on standard input. When the lock is lost the command is ended.
Handler command_handler(Runtime& runtime, const Options& options, std::string command);

} // namespace lockdesk::worker
