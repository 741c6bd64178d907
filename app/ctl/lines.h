// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/command.h"

#include <string_view>

namespace lockdesk::ctl {

/// Runs one command line, written as after `lockdeskctl` and quoted as in a shell. Returns its exit status, or nullopt for
/// an empty line or a comment. Options before the command apply to this line only; the others are those of `defaults`.
/// `place` begins the message about a line that cannot be parsed.
std::optional<int> run_line(const CommandTree& tree, Context& context, std::string_view line, const GlobalOptions& defaults,
                            const std::string& place);

} // namespace lockdesk::ctl
