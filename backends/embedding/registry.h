// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk::embedding {

/// Returns a registry of every store that this build can open.
StoreRegistry make_registry();

} // namespace lockdesk::embedding
