// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk::embedding {

/// Returns a registry of every store that this build can open.
StoreRegistry make_registry();

/// The memory store and SQLite alone: the other stores' client libraries take long to load. For programs that load each of them
/// when an address asks for it. Whoever calls this alone and links with --as-needed starts without these libraries.
StoreRegistry make_registry_without_clients();

} // namespace lockdesk::embedding
