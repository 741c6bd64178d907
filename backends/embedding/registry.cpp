// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/registry.h"

#ifdef LOCKDESK_WITH_REDIS
#include "backends/redis/redis_store.h"
#endif
#ifdef LOCKDESK_WITH_REDLOCK
#include "backends/redlock/redlock_store.h"
#endif
#ifdef LOCKDESK_WITH_POSTGRES
#include "backends/postgres/postgres_store.h"
#endif
#ifdef LOCKDESK_WITH_MONGODB
#include "backends/mongodb/mongodb_store.h"
#endif
#ifdef LOCKDESK_WITH_MARIADB
#include "backends/mariadb/mariadb_store.h"
#endif

namespace lockdesk::embedding {

StoreRegistry make_registry()
{
    StoreRegistry registry = make_registry_without_clients();
#ifdef LOCKDESK_WITH_REDIS
    registry.add("redis", open_redis_store);
#endif
#ifdef LOCKDESK_WITH_REDLOCK
    registry.add("redlock", [](const StoreUrl& url) { return open_redlock_store(url, open_redis_store); });
#endif
#ifdef LOCKDESK_WITH_POSTGRES
    registry.add("postgresql", open_postgres_store);
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

} // namespace lockdesk::embedding
