// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"
#include "backends/mariadb/own_transaction.h"

#include <string>

namespace lockdesk::mariadb {

/// The fence in the caller's own transaction, which locks the fence's row until its end: an admission of a newer token waits
/// for it, and is then ahead of everything that the transaction wrote. After a rollback nothing remains, a refusal neither.
/// Under every isolation level the newest token is compared. Two first admissions of one resource may deadlock: one of them
/// fails and may be repeated.
/// Lockdesk's tables must be in the connection's database. After a failure roll back. Refused: roll back what was written.
Answer<FenceAnswer> admit_fence(OwnTransaction transaction, const Resource& resource, FencingToken token,
                                const std::string& who);

} // namespace lockdesk::mariadb
