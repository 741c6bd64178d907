// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/actor.h"

namespace lockdesk::worker {

/// `--join` stands in the command line.
bool wants_to_join(int argc, char** argv);
/// Takes part in a lesson until it is told to stop; answers the exit status. Takes the signals for itself, so no thread may
/// have been made before.
int join_lesson(int argc, char** argv);

/// Commands line by line from standard input, each answered by its lines and `done`; ends with the input.
int serve_standard_input(Actor& actor, ctl::StopSignals& signals);
/// Commands from the sandbox's mailbox; ends when the sandbox is gone, and by a signal.
int serve_mailbox(Actor& actor, ctl::StopSignals& signals);

/// `{"v":1,"type":"done","status":N}` and its line end.
std::string done_line(int status);

} // namespace lockdesk::worker
