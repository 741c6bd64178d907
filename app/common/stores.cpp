// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/stores.h"

#include "app/common/load_module.h"
#include "backends/embedding/registry.h"
#ifdef LOCKDESK_WITH_SQLITE
#include "backends/sqlite/file_system.h"
#endif
#ifdef LOCKDESK_WITH_REDLOCK
#include "backends/redlock/redlock_store.h"
#endif

namespace lockdesk::app {

StoreRegistry make_registry()
{
    StoreRegistry registry = embedding::make_registry_without_clients();
#ifdef LOCKDESK_WITH_REDIS
    const auto open_redis = [](const StoreUrl& url) { return open_by_module("redis", url); };
    registry.add("redis", open_redis);
#endif
#ifdef LOCKDESK_WITH_REDLOCK
    registry.add("redlock", [open_redis](const StoreUrl& url) { return open_redlock_store(url, open_redis); });
#endif
#ifdef LOCKDESK_WITH_POSTGRES
    registry.add("postgresql", [](const StoreUrl& url) { return open_by_module("postgres", url); });
#endif
#ifdef LOCKDESK_WITH_MARIADB
    registry.add("mariadb", [](const StoreUrl& url) { return open_by_module("mariadb", url); }); // also for mysql://
#endif
#ifdef LOCKDESK_WITH_MONGODB
    registry.add("mongodb", [](const StoreUrl& url) { return open_by_module("mongodb", url); });
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
    return script_text_by_module("redis", called);
#else
    return {};
#endif
}

} // namespace lockdesk::app
