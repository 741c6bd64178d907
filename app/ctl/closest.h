// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::ctl {

/// Returns ` Did you mean lock?` with the nearest known word, to append to a sentence, or an empty string if none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

} // namespace lockdesk::ctl
