// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace lockdesk::scenarios {

/// How many connections a process of this computer has open, except those of its standard streams. None: this system does not
/// say.
std::optional<int> connections_of(std::int64_t process);

} // namespace lockdesk::scenarios
