// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lockdesk::ctl {

/// Parses words as they were typed: CLI11 reads a value such as "[a,b]" of a repeatable option as a list, and the value of
/// "--x=" as missing. Values that it stores need `unshielded`.
void cli_parse(CLI::App& app, const std::vector<std::string>& words);
std::string unshielded(const std::string& word);

} // namespace lockdesk::ctl
