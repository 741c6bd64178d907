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

/// The environment of every role.
struct Work
{
    Runtime& runtime;
    Access access;
    const Options& options;
    OwnerId owner;
    EventPrinter& events;
    Access guard_access;  ///< to the store of a relay's guard
    Faults& faults;       ///< ordered by others, for demonstrations
    RoleControl& control; ///< of the process
};

/// Run until the process ends (`control.ending()`). Block. Return the exit status.
int work_on_tasks(const Work& work);
int work_on_outbox(const Work& work);
int work_on_guarded_jobs(const Work& work);
int work_as_leader(const Work& work);
int work_on_draw(const Work& work);

/// Runs the job of a guard or a leader: a command, or a wait for the time of --work. Returns its exit status.
int run_job(const Work& work, const JobContext& context);

/// Describes the work of this role for people: `gateway Creating,Starting`, `leads NAME`, `guards A, B`.
std::string works_on(const Options& options);

/// Prints a failure that ends the program, and returns its exit status.
int give_up(const Failure& failure);

/// Returns the exit status of a failure, as in the contract of the command line.
int exit_status(FailureKind kind);

} // namespace lockdesk::worker
