// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace lockdesk::worker {

/// The help of a declared command line, wrapped as lockdeskctl's is.
std::string help_of(const CLI::App& app);
/// Prints a text to standard output. Returns the exit status: 1, with a message, if it cannot be written.
int print_text(const std::string& text);

/// The page of the manual, in roff, of the ordinary command line and of the one that joins a lesson.
std::string manual_of(const CLI::App& app, const CLI::App& join);
/// The same, with the program's own command line that joins.
std::string manual_of(const CLI::App& app);

} // namespace lockdesk::worker
