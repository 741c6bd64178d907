// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockdesk::redis {

/// SHA-1 (FIPS 180-4) as 40 hex digits: the server's name for a script. Not for secrets.
std::string sha1_hex(std::string_view data);

} // namespace lockdesk::redis
