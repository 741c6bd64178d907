// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Transactions of MariaDB: `MYSQL*` between START TRANSACTION and COMMIT, of libmariadb, with the character set utf8mb4 and
// without the sql_mode NO_BACKSLASH_ESCAPES. Lockdesk's tables are in its database. A stale token is refused under every
// isolation level; with innodb_snapshot_isolation, Error with number 1020 when it was overtaken in the transaction.
#pragma once

#include <lockdesk/lockdesk.h>

struct st_mysql;

namespace lockdesk::embedding {

std::unique_ptr<TransactionParts> transaction_of(Tag, st_mysql* connection);

} // namespace lockdesk::embedding
