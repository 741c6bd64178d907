// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/command.h"

#include <functional>
#include <string>
#include <vector>

namespace lockdesk::ctl {

/// An option that every command takes, before or after its words.
struct GlobalOption
{
    const char* name;        ///< with its dashes
    const char* placeholder; ///< empty: a flag
    const char* help;
    const char* letter = ""; ///< its short form
    std::vector<std::string> words = {};
};
const std::vector<GlobalOption>& global_options();
/// The option that this word is or begins (`--store`, `--store=URL`, `-o`); nullptr: none.
const GlobalOption* find_global(const std::string& word);

/// A command line in its two parts.
struct SplitLine
{
    std::vector<std::string> globals;
    std::vector<std::string> rest;
};
using FindCommand = std::function<const Command*(const std::vector<std::string>&)>;
/// Takes the global options out of the line: up to `--`, and neither out of the values nor instead of the options of the
/// command, which `find` finds by its words.
SplitLine split_line(const std::vector<std::string>& words, const FindCommand& find);

/// Whether these global options ask for JSON. For reporting what is wrong with them.
bool asks_for_json(const std::vector<std::string>& globals);

struct Globals
{
    GlobalOptions options;
    bool help = false;
    bool version = false;
    std::string of_tables; ///< the first of --columns, --sort and --no-headers that the line has; empty: none
};
/// Throws CLI::ParseError and CommandFailed.
Globals parse_globals(const std::vector<std::string>& globals, const GlobalOptions& defaults);

/// Fails (usage) if --columns or --sort names a column that the command's table does not have, or if the line has an option of
/// tables (`of_tables`; empty: none) and the command prints none.
void check_columns(const Command& command, const Layout& layout, const std::string& of_tables);

/// Fails (usage) if an option of tables is given to a command that prints none in this form (`where`). In a batch the options may
/// be for other lines.
void refuse_table_options(const Context& context, const std::string& where);

} // namespace lockdesk::ctl
