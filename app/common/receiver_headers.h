// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/answer.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::app {

/// The headers of an HTTP receiver: as given, `@FILE` for a file with one in each line, and those in the variable
/// LOCKDESK_RECEIVER_HEADERS, one in each line, unless `receiver` is a command. Usage failure: a file cannot be read or has none.
Answer<std::vector<std::string>> receiver_headers(const std::vector<std::string>& given, std::string_view receiver);

} // namespace lockdesk::app
