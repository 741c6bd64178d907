// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockdesk::app {

/// Prints a sentence on standard error, with the program's name as prefix unless that is empty. May contain foreign text,
/// which is escaped here. Thread-safe; one write, so that lines do not mix.
void complain(std::string_view program, std::string_view sentence);

/// Returns a sentence about a parser's message, without the values in it: one beside a mistyped option may be a secret. Of words
/// that it does not expect (`...: A --b c`) the options alone, if there are any.
std::string parse_mistake(std::string_view message);

} // namespace lockdesk::app
