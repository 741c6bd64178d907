// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/parts.h"
#include "backends/postgres/own_transaction.h"

#include <lockdesk/postgres.h>

namespace lockdesk::embedding {

std::unique_ptr<TransactionParts> transaction_of(Tag, pqxx::transaction_base& transaction)
{
    return parts_of<postgres::OutboxWriter>(postgres::OwnTransaction(transaction));
}

std::unique_ptr<TransactionParts> transaction_of(Tag, pg_conn* connection)
{
    return parts_of<postgres::OutboxWriter>(postgres::OwnTransaction(connection));
}

} // namespace lockdesk::embedding
