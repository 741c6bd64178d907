// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/raw_loop.h"

namespace lockdesk::bench {

std::unique_ptr<RawLoop> make_raw_loop([[maybe_unused]] const StoreUrl& url)
{
#ifdef LOCKDESK_RAW_SQLITE
    if (url.scheme() == "sqlite")
        return make_raw_sqlite(url);
#endif
#ifdef LOCKDESK_RAW_POSTGRES
    if (url.scheme() == "postgresql")
        return make_raw_postgres(url);
#endif
#ifdef LOCKDESK_RAW_REDIS
    if (url.scheme() == "redis")
        return make_raw_redis(url);
#endif
#ifdef LOCKDESK_RAW_MARIADB
    if (url.scheme() == "mariadb")
        return make_raw_mariadb(url);
#endif
#ifdef LOCKDESK_RAW_MONGODB
    if (url.scheme() == "mongodb")
        return make_raw_mongodb(url);
#endif
    return nullptr;
}

} // namespace lockdesk::bench
