// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sqlite/connection.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk::sqlite {

/// Forced actions are sent as exactly the text shown before. A script is a resource whose `:name` marks and {marks} are
/// replaced by literals; its statements end with a semicolon at the end of a line.
using Replacements = std::vector<std::pair<std::string, std::string>>;

/// Returns BEGIN IMMEDIATE, the statements, COMMIT.
std::vector<std::string> script_commands(const Connection& db, std::string_view file, const Replacements& replacements);

/// Runs the commands between BEGIN and COMMIT in the running write transaction. Returns the number of rows that the first
/// UPDATE changed.
int run_script(Connection& db, std::span<const std::string> commands, std::string_view name);

} // namespace lockdesk::sqlite
