// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/mongodb_store.h"
#include "tests/contract/contract.h"
#include "tests/support/servers.h"

namespace lockdesk::contract {

const StoreUnderTest& store_under_test()
{
    static const StoreUnderTest mongodb = [] {
        StoreUnderTest s;
        s.name = "mongodb";
        s.url = [] { return test::shared_mongodb().url(); };
        s.open = open_mongodb_store;
        s.is_private = [] { return test::shared_mongodb().is_private(); };
        return s;
    }();
    return mongodb;
}

} // namespace lockdesk::contract
