// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockdesk::worker {

/// Handles Ctrl-C and SIGTERM for a program whose main thread only waits. Create it before any other thread, so that all of
/// them have these signals blocked; child processes get them unblocked (backends/process).
class Signals
{
public:
    Signals();
    /// Waits for the first signal or a `wake`. Ignores later signals: the shutdown is bounded in time, and timeout(1)
    /// and a terminal send theirs twice.
    void wait();
    /// Thread-safe.
    static void wake();
};

/// Makes the kernel send SIGTERM to this process when its parent dies, for any reason.
void end_with_parent();

} // namespace lockdesk::worker
