// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/locks.h"
#include "backends/engine/tasks.h"

namespace lockdesk {

/// A word of a command line, in single quotes where a POSIX shell needs them.
std::string shell_word(std::string_view text);

/// The `lockdeskctl` line of a forced action, as the audit keeps it: what an operator would have typed. Without the store,
/// whose address may hold a password.
std::string command_line(const ForceRelease& request, std::string_view source = "lockdesk");
std::string command_line(const ForcedRelock& request);

} // namespace lockdesk
