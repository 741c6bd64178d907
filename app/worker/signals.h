// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockdesk::worker {

/// Ctrl-C and SIGTERM for a program whose main thread has nothing else to do. Made before any other thread, so that all of
/// them have these signals blocked; child processes get them back (backends/process).
class Signals
{
public:
    Signals();
    /// Until the first signal comes or `wake` is called. Later ones mean nothing: ending is bounded in time, and timeout(1)
    /// and a terminal send theirs twice.
    void wait();
    /// From any thread.
    static void wake();
};

/// Ends this process by SIGTERM when the one that started it dies, however that dies.
void end_with_parent();

} // namespace lockdesk::worker
