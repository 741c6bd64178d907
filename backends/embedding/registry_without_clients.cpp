// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/registry.h"

#ifdef LOCKDESK_WITH_MEMORY
#include "backends/memory/memory_store.h"
#endif
#ifdef LOCKDESK_WITH_SQLITE
#include "backends/sqlite/sqlite_store.h"
#endif

namespace lockdesk::embedding {

StoreRegistry make_registry_without_clients()
{
    StoreRegistry registry;
#ifdef LOCKDESK_WITH_MEMORY
    registry.add("memory", open_memory_store);
#endif
#ifdef LOCKDESK_WITH_SQLITE
    registry.add("sqlite", open_sqlite_store);
#endif
    return registry;
}

} // namespace lockdesk::embedding
