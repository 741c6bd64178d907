// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <sys/types.h>

namespace lockdesk {

/// What a supervisor starts. Prepared before fork(): after it nothing may be allocated.
struct SupervisedJob
{
    char* const* arguments = nullptr;
    char* const* environment = nullptr;
    int input = -1; ///< its standard input; -1: ours
    bool output_to_error = false;
    bool own_group = true;
};

/// What the program writes to its supervisor. The end of that stream is the end of the program.
enum class Order : char { terminate = 't', kill = 'k' };

/// As a shell says it: 128 + signal when a signal ended it.
int exit_status(const siginfo_t& info);

/// Forks a process that starts the job, ends with the job's status, and outlives us by as long as it takes to end the job: what the job
/// has started is ended too, also what has left its process group. Not ended is what the job leaves behind when it ends by itself.
/// `orders` and `errors` are the supervisor's ends: of a stream of Order, and of a pipe for the errno of a job that cannot start.
pid_t fork_supervisor(const SupervisedJob& job, int orders, int errors);

} // namespace lockdesk
