// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/command.h"

#include <string>
#include <vector>

namespace lockdesk::ctl {

/// What may stand in place of the last word of a line.
struct Completions
{
    std::vector<std::string> words; ///< each whole, without quotes, and with nothing that `shown` would escape
    bool files = false;             ///< the name of a file may stand here
};

/// `words` is a line without the program's name. Asks the store that the line names for names of locks; silent when it cannot
/// be asked within two seconds.
Completions complete(const CommandTree& tree, Context& context, std::vector<std::string> words);

/// The words of an unfinished line of a shell, the program's name first. The last one may be empty. Nullopt: a quote is open.
std::optional<std::vector<std::string>> words_of_line(const std::string& line);

} // namespace lockdesk::ctl
