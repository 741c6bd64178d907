// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mongodb/link.h"

#include <cstdint>

namespace lockdesk::mongodb {

/// Reads a number that tokens must exceed; absent: 0. `where` names the document. Fails when somebody wrote something else than a
/// whole number there: a token granted without it could be below one that was granted before.
Answer<std::int64_t> token_number(Link& link, View field, const char* where, const char* statement);

/// Returns the largest of the token floor and the token base.
Answer<std::int64_t> token_ground(Link& link, const Meta& meta, const char* statement);

} // namespace lockdesk::mongodb
