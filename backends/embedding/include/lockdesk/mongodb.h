// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Transactions of MongoDB: `mongoc_client_session_t*` in a transaction, on a replica set, in the desk's database. Of
// two that pass the same fence at once, one fails with WriteConflict: Error, retryable.
#pragma once

#include <lockdesk/lockdesk.h>

typedef struct _mongoc_client_session_t mongoc_client_session_t;

namespace lockdesk::embedding {

std::unique_ptr<TransactionParts> transaction_of(Tag, mongoc_client_session_t* session);

} // namespace lockdesk::embedding
