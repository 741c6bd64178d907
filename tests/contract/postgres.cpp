// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/postgres_store.h"
#include "tests/contract/contract.h"
#include "tests/support/servers.h"

namespace lockdesk::contract {

const StoreUnderTest& store_under_test()
{
    static const StoreUnderTest postgres = [] {
        StoreUnderTest s;
        s.name = "postgres";
        s.url = [] { return test::shared_postgres().url(); };
        s.open = open_postgres_store;
        s.is_private = [] { return test::shared_postgres().is_private(); };
        return s;
    }();
    return postgres;
}

} // namespace lockdesk::contract
