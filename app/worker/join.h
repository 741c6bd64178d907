// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/actor.h"

namespace lockdesk::worker {

/// Whether `--join` is in the command line.
bool wants_to_join(int argc, char** argv);
/// Joins a lesson until it is stopped; returns the exit status. Handles the signals itself, so call it before creating
/// any thread.
int join_lesson(int argc, char** argv);

/// Runs commands from standard input, replying to each with its lines and `done`; ends with the input.
int serve_standard_input(Actor& actor, ctl::StopSignals& signals);
/// Runs commands from the sandbox's mailbox; ends when the sandbox is dropped, or on a signal.
int serve_mailbox(Actor& actor, ctl::StopSignals& signals);

/// Returns `{"v":1,"type":"done","status":N}` with its line end.
std::string done_line(int status);

} // namespace lockdesk::worker
