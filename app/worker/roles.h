// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/event_printer.h"
#include "app/worker/options.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/guard.h"

namespace lockdesk::worker {

class Faults;
class RoleControl;

/// What every role has.
struct Work
{
    Runtime& runtime;
    Access access;
    const Options& options;
    OwnerId owner;
    EventPrinter& events;
    Access guard_access;  ///< where the guard of a relay has its lock
    Faults& faults;       ///< ordered from outside, for demonstrations
    RoleControl& control; ///< of the process
};

/// Each works until the process ends (`control.ending()`). Blocks. Answers the exit status.
int work_on_tasks(const Work& work);
int work_on_outbox(const Work& work);
int work_on_guarded_jobs(const Work& work);
int work_as_leader(const Work& work);
int work_on_draw(const Work& work);

/// The job of a guard or a leader: a command, or as much time as --work says. Answers its exit status.
int run_job(const Work& work, const JobContext& context);

/// For people, what this role works on: `gateway Creating,Starting`, `leads NAME`, `guards A, B`.
std::string works_on(const Options& options);

/// The exit status of a failure, as in the contract of the command line.
int exit_status(FailureKind kind);

} // namespace lockdesk::worker
