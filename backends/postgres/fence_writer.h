// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"
#include "backends/postgres/own_transaction.h"

#include <string>

namespace lockdesk::postgres {

/// The fence in the caller's own transaction, which locks the fence's row until its end: an admission of a newer token waits
/// for it, and is then ahead of everything that the transaction wrote. After a rollback nothing remains, a refusal neither.
/// An admission that a newer one overtook is refused; under REPEATABLE READ and SERIALIZABLE it fails with SQLSTATE 40001.
/// Finds Lockdesk's tables along the connection's search_path. After a failure roll back. Refused: roll back what was
/// written.
Answer<FenceAnswer> admit_fence(OwnTransaction transaction, const Resource& resource, FencingToken token,
                                const std::string& who);

} // namespace lockdesk::postgres
