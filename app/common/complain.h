// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace lockdesk::app {

/// A sentence on standard error, with the program's name in front unless that is empty. What others wrote may stand in it as it is: it is made safe
/// to show here. From any thread; one write, so that lines do not mix.
void complain(std::string_view program, std::string_view sentence);

} // namespace lockdesk::app
