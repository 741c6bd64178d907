// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/answer.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::ctl {

/// A line's words, quoted as in a shell: '...' verbatim, "..." with \" and \\, $'...' with the escapes of bash, \x outside.
/// Empty for blank lines and comments.
Answer<std::vector<std::string>> split_words(std::string_view line);

} // namespace lockdesk::ctl
