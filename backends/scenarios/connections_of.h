// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace lockdesk::scenarios {

/// Number of sockets that a process of this computer has open, without its standard streams; nullopt: the system does not
/// provide it.
std::optional<int> connections_of(std::int64_t process);

} // namespace lockdesk::scenarios
