// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace lockdesk::ctl {

/// The lines of the terminal on standard output; 0: it is no terminal.
std::size_t terminal_lines();

/// Shows the text in PAGER (else less) if standard output is a terminal that it does not fit on. Returns whether it did: not
/// without such a terminal, with an empty PAGER or `cat`, or if the pager does not start. `coloured`: the text has our colours.
bool page_through(const std::string& text, bool coloured);

} // namespace lockdesk::ctl
