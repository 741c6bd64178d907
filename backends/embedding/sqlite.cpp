// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/parts.h"
#include "backends/sqlite/fence_writer.h"
#include "backends/sqlite/outbox_writer.h"

#include <lockdesk/sqlite.h>

namespace lockdesk::embedding {

std::unique_ptr<TransactionParts> transaction_of(Tag, sqlite3* connection)
{
    return parts_of<sqlite::OutboxWriter>(sqlite::OwnTransaction(connection));
}

std::unique_ptr<TransactionParts> transaction_of(Tag, SQLite::Database& connection)
{
    return parts_of<sqlite::OutboxWriter>(sqlite::OwnTransaction(connection));
}

} // namespace lockdesk::embedding
