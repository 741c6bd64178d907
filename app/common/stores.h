// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"

#include <string>

namespace lockdesk::app {

/// Returns a registry of every store that this build can open.
StoreRegistry make_registry();

/// Returns the text of a script or function in a preview (Redis, by its hash or its name); empty: none.
std::string script_text(const std::string& called);

/// Whether a SQLite store in that folder would be refused, because other computers may open it too.
bool is_network_folder(const std::string& folder);

} // namespace lockdesk::app
