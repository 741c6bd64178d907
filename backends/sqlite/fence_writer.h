// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"
#include "backends/sqlite/own_transaction.h"

#include <string>

namespace lockdesk::sqlite {

/// The fence in the caller's own transaction, which from then on has the file's one write lock: an admission of a
/// newer token waits for its end. After a rollback nothing remains, a refusal neither. In a transaction that has read
/// before, and whose file another has written since, it fails with SQLITE_BUSY: begin it with IMMEDIATE.
/// Refused: roll back what was written. A failure leaves the transaction open; the caller ends it.
Answer<FenceAnswer> admit_fence(OwnTransaction transaction, const Resource& resource, FencingToken token,
                                const std::string& who);

} // namespace lockdesk::sqlite
