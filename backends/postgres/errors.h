// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/sql/errors.h"

#include <string>

namespace lockdesk::postgres {

using sql::Place;
using sql::Trouble;

/// The one mapping of this backend: trouble on the way or a SQLSTATE becomes a Failure. `write`: the statement may have
/// changed something, so a lost reply is in doubt.
Failure to_failure(const Trouble& trouble, const Place& place, const std::string& statement, bool write);

/// Serialization failure or deadlock: the transaction was rolled back and is worth another try.
bool is_worth_retrying(const Trouble& trouble);

Failure foreign_table_failure(const std::string& table, const Place& place);
Failure not_storable_failure(const std::string& statement);

} // namespace lockdesk::postgres
