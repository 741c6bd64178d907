// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/parts.h"
#include "backends/mariadb/own_transaction.h"

#include <lockdesk/mariadb.h>

namespace lockdesk::embedding {

std::unique_ptr<TransactionParts> transaction_of(Tag, st_mysql* connection)
{
    return parts_of<mariadb::OutboxWriter>(mariadb::OwnTransaction(connection));
}

} // namespace lockdesk::embedding
