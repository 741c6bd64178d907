// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockdesk::ctl {

class Output;

/// Wraps paragraphs at 80 columns; every line begins with `indent` spaces.
std::string filled(const std::string& text, std::size_t indent);
/// Two columns: the term, and the text beside it.
std::string beside(const std::string& term, const std::string& text, std::size_t column);

void print_version(Output& out);

/// The options before COMMAND.
std::string global_options_help();

} // namespace lockdesk::ctl
