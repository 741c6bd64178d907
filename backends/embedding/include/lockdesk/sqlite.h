// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Transactions of SQLite: `sqlite3*` or `SQLite::Database` (SQLiteCpp) between BEGIN IMMEDIATE and COMMIT, on the
// file of the desk. One that began deferred and has read fails with SQLITE_BUSY if another has written since. While
// it is open nothing else can write the file, so neither can the lock be renewed: end it within the lease.
#pragma once

#include <lockdesk/lockdesk.h>

struct sqlite3;
namespace SQLite {
class Database;
}

namespace lockdesk::embedding {

std::unique_ptr<TransactionParts> transaction_of(Tag, sqlite3* connection);
std::unique_ptr<TransactionParts> transaction_of(Tag, SQLite::Database& connection);

} // namespace lockdesk::embedding
