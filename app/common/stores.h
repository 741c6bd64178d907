// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/store.h"

#include <string>

namespace lockdesk::app {

/// Every store that this build can open.
StoreRegistry make_registry();

/// Whether a SQLite store in that folder would be refused, because other computers may open it too.
bool is_network_folder(const std::string& folder);

} // namespace lockdesk::app
