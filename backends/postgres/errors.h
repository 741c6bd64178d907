// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/sql/errors.h"

#include <string>

namespace lockdesk::postgres {

using sql::Place;
using sql::Trouble;

/// The only mapping of this backend from a connection trouble or a SQLSTATE to a Failure. `write`: the statement may have
/// changed something, so a lost reply is in doubt.
Failure to_failure(const Trouble& trouble, const Place& place, const std::string& statement, bool write);

/// Returns true for a serialization failure or deadlock: the transaction was rolled back, and a retry may succeed.
bool is_rolled_back(const std::string& code);

Failure not_storable_failure(const std::string& statement);

} // namespace lockdesk::postgres
