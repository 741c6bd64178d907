// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace lockdesk::worker {

/// `complete-words`, which the shells' completion calls: prints what may stand in place of the last word of `words`, one a line.
/// Returns the exit status: 3 when the name of a file may stand there.
int print_completions(std::vector<std::string> words);

/// The names of all options, from the parser.
std::vector<std::string> option_names();

} // namespace lockdesk::worker
