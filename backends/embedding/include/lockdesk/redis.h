// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Transactions of Redis: `redisContext*` (hiredis). A MULTI decides nothing, so the order is: `held.require(context)`, which
// raises the fence for good and watches it; MULTI; your commands and `desk.outbox(context).add`; EXEC. Its reply is nil, and
// nothing was done, if any fence was raised meanwhile: begin again. After StaleToken there is nothing to roll back.
#pragma once

#include <lockdesk/lockdesk.h>

struct redisContext;

namespace lockdesk::embedding {

std::unique_ptr<TransactionParts> transaction_of(Tag, redisContext* connection);

} // namespace lockdesk::embedding
