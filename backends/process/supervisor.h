// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace lockdesk {

/// What a program writes to its supervisor. The end of that stream is the end of the program.
struct Order
{
    enum class What : char { watch, terminate, kill };
    What what = What::watch;
    pid_t group = 0; ///< the job's process group; 0: no separate one
    pid_t job = 0;   ///< its number is its own as long as the program lives
};

/// Forks a process that outlives us by as long as it takes to end a job and all that it has started: on an order, or when we are
/// gone by whatever (SIGTERM, after a second SIGKILL). What belongs to the job it finds by `mark`, a `NAME=value` that stands in the
/// environment of the job alone and of what it starts; by the job's number and group; and by who started whom. `orders` is its end of a
/// stream of Order. It ends when nothing of the job runs any more that it may signal, and at the latest 5 s after the first SIGKILL.
pid_t fork_supervisor(const char* mark, int orders);

} // namespace lockdesk
