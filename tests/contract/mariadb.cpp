// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/mariadb_store.h"
#include "tests/contract/contract.h"
#include "tests/support/servers.h"

namespace lockdesk::contract {

namespace {

// Every case creates and drops a schema; durability is off, as the cases test answers, not server crashes.
test::TestServer& server()
{
    static const auto one = test::start_mariadb(
        {.settings = {"innodb-flush-log-at-trx-commit=0", "innodb-flush-method=nosync", "innodb-doublewrite=0"}});
    return *one;
}

} // namespace

const StoreUnderTest& store_under_test()
{
    static const StoreUnderTest mariadb = [] {
        StoreUnderTest s;
        s.name = "mariadb";
        s.url = [] { return server().url(); };
        s.open = open_mariadb_store;
        s.is_private = [] { return server().is_private(); };
        return s;
    }();
    return mariadb;
}

} // namespace lockdesk::contract
