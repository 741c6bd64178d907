// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/records.h"
#include "backends/mongodb/statements.h"

#include <functional>
#include <optional>

namespace lockdesk::mongodb {

/// Runs a statement of resources/mongodb in a transaction.
using RunInTransaction = std::function<std::optional<Failure>(const char* statement, const Values& values, Bson& reply)>;

/// The fence in a transaction: writes its document, so that a concurrent admission of the resource waits, or restarts.
std::optional<Failure> admit_in_transaction(const RunInTransaction& run, const FencePass& pass, FenceAnswer& out);

} // namespace lockdesk::mongodb
