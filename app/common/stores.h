// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/store.h"

namespace lockdesk::app {

/// Every store that this build can open.
StoreRegistry make_registry();

} // namespace lockdesk::app
