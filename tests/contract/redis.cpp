// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/redis_store.h"
#include "tests/contract/contract.h"
#include "tests/support/servers.h"

namespace lockdesk::contract {

const StoreUnderTest& store_under_test()
{
    static const StoreUnderTest redis = [] {
        StoreUnderTest s;
        s.name = "redis";
        s.url = [] { return test::shared_redis().url(); };
        s.open = open_redis_store;
        s.is_private = [] { return test::shared_redis().is_private(); };
        return s;
    }();
    return redis;
}

} // namespace lockdesk::contract
