// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Transactions of PostgreSQL: `pqxx::work` and the other classes of libpqxx but nontransaction, and `PGconn*` between
// BEGIN and COMMIT. Lockdesk's tables are found along the connection's search_path. READ COMMITTED: a stale token is
// refused. REPEATABLE READ and SERIALIZABLE: so it is, or Error with SQLSTATE 40001 when it was overtaken in the
// transaction.
#pragma once

#include <lockdesk/lockdesk.h>

struct pg_conn;
namespace pqxx {
class transaction_base;
}

namespace lockdesk::embedding {

std::unique_ptr<TransactionParts> transaction_of(Tag, pqxx::transaction_base& transaction);
std::unique_ptr<TransactionParts> transaction_of(Tag, pg_conn* connection);

} // namespace lockdesk::embedding
