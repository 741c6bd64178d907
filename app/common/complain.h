// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace lockdesk::app {

/// Prints a sentence on standard error, with the program's name as prefix unless that is empty. May contain foreign text,
/// which is escaped here. Thread-safe; one write, so that lines do not mix.
void complain(std::string_view program, std::string_view sentence);

} // namespace lockdesk::app
