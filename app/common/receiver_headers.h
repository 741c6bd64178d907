// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/answer.h"

#include <string>
#include <vector>

namespace lockdesk::app {

/// The headers of an HTTP receiver: as given, `@FILE` for a file with one in each line, and those in the variable
/// LOCKDESK_RECEIVER_HEADERS, one in each line. Usage failure: a file cannot be read.
Answer<std::vector<std::string>> receiver_headers(const std::vector<std::string>& given);

} // namespace lockdesk::app
