// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/own_runner.h"

#include <lockdesk/lockdesk.h>

namespace lockdesk::embedding {

/// A transaction of a client library that we do not know, of a store that speaks SQL.
struct RunnerTransaction
{
    OwnRunner run;
};
std::unique_ptr<TransactionParts> transaction_of(Tag, const RunnerTransaction& transaction);

} // namespace lockdesk::embedding
