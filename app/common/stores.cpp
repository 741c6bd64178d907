// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/stores.h"

#ifdef LOCKDESK_WITH_MEMORY
#include "backends/memory/memory_store.h"
#endif
#ifdef LOCKDESK_WITH_SQLITE
#include "backends/sqlite/file_system.h"
#include "backends/sqlite/sqlite_store.h"
#endif
#ifdef LOCKDESK_WITH_POSTGRES
#include "backends/postgres/postgres_store.h"
#endif
#ifdef LOCKDESK_WITH_REDIS
#include "backends/redis/redis_store.h"
#include "backends/redis/scripts.h"
#endif
#ifdef LOCKDESK_WITH_REDLOCK
#include "backends/redlock/redlock_store.h"
#endif
#ifdef LOCKDESK_WITH_MONGODB
#include "backends/mongodb/mongodb_store.h"
#endif
#ifdef LOCKDESK_WITH_MARIADB
#include "backends/mariadb/mariadb_store.h"
#endif

namespace lockdesk::app {

StoreRegistry make_registry()
{
    StoreRegistry registry;
#ifdef LOCKDESK_WITH_MEMORY
    registry.add("memory", open_memory_store);
#endif
#ifdef LOCKDESK_WITH_SQLITE
    registry.add("sqlite", open_sqlite_store);
#endif
#ifdef LOCKDESK_WITH_POSTGRES
    registry.add("postgresql", open_postgres_store);
#endif
#ifdef LOCKDESK_WITH_REDIS
    registry.add("redis", open_redis_store);
#endif
#ifdef LOCKDESK_WITH_REDLOCK
    registry.add("redlock", [](const StoreUrl& url) { return open_redlock_store(url, open_redis_store); });
#endif
#ifdef LOCKDESK_WITH_MONGODB
    hide_mongodb_counters();
    registry.add("mongodb", open_mongodb_store);
#endif
#ifdef LOCKDESK_WITH_MARIADB
    registry.add("mariadb", open_mariadb_store); // also for mysql://
#endif
    return registry;
}

bool is_network_folder([[maybe_unused]] const std::string& folder)
{
#ifdef LOCKDESK_WITH_SQLITE
    return !sqlite::network_file_system(folder).empty();
#else
    return false;
#endif
}

std::string script_text([[maybe_unused]] const std::string& called)
{
#ifdef LOCKDESK_WITH_REDIS
    return redis::script_text(called);
#else
    return {};
#endif
}

} // namespace lockdesk::app
