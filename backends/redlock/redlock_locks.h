// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redlock/panel.h"

#include <memory>

namespace lockdesk::redlock {

/// The locks of a quorum of servers. The panel must outlive them.
std::unique_ptr<Locks> make_redlock_locks(Panel& panel);

} // namespace lockdesk::redlock
