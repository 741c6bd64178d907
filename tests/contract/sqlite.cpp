// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/sqlite_store.h"
#include "tests/contract/contract.h"
#include "tests/support/temp_dir.h"

namespace lockdesk::contract {

const StoreUnderTest& store_under_test()
{
    static const StoreUnderTest sqlite = [] {
        StoreUnderTest s;
        s.name = "sqlite";
        s.url = [] {
            static const test::TempDir dir;
            return "sqlite://" + (dir / "contract.db").string();
        };
        s.open = open_sqlite_store;
        return s;
    }();
    return sqlite;
}

} // namespace lockdesk::contract
