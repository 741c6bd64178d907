// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/postgres_store.h"
#include "tests/contract/contract.h"
#include "tests/support/servers.h"

namespace lockdesk::contract {

namespace {

// Every case creates and drops a schema; durability is off, as the cases test answers, not server crashes.
test::TestServer& server()
{
    static const auto one = test::start_postgres({.settings = {"fsync=off", "full_page_writes=off"}});
    return *one;
}

} // namespace

const StoreUnderTest& store_under_test()
{
    static const StoreUnderTest postgres = [] {
        StoreUnderTest s;
        s.name = "postgres";
        s.url = [] { return server().url(); };
        s.open = open_postgres_store;
        s.is_private = [] { return server().is_private(); };
        return s;
    }();
    return postgres;
}

} // namespace lockdesk::contract
