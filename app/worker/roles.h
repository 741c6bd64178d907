// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/event_printer.h"
#include "app/worker/options.h"
#include "backends/engine/access.h"
#include "backends/engine/runtime.h"

namespace lockdesk::worker {

class Faults;

/// What every role has.
struct Work
{
    Runtime& runtime;
    Access access;
    const Options& options;
    OwnerId owner;
    EventPrinter& events;
    Access guard_access; ///< where the guard of a relay has its lock
    Faults& faults;      ///< ordered from outside, for demonstrations
};

/// Each works until `stop`, or until the control column says stop. Blocks. Answers the exit status.
int work_on_tasks(const Work& work, const std::stop_token& stop);
int work_on_outbox(const Work& work, const std::stop_token& stop);
int work_on_guarded_jobs(const Work& work, const std::stop_token& stop);

/// The exit status of a failure, as in the contract of the command line.
int exit_status(FailureKind kind);

} // namespace lockdesk::worker
