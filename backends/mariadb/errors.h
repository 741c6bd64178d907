// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/sql/errors.h"

#include <string>

namespace lockdesk::mariadb {

using sql::Place;
using sql::Trouble;

/// Returns the server's error number; 0 for other trouble.
int number_of(const Trouble& trouble);

/// The only mapping of this backend from a connection trouble or a server error to a Failure. `write`: the statement may
/// have changed something, so a lost reply is in doubt.
Failure to_failure(const Trouble& trouble, const Place& place, const std::string& statement, bool write);

/// Returns true for a deadlock, a row that stayed locked, or a row changed since it was read: nothing happened, and a retry
/// may succeed.
bool is_rolled_back(const std::string& code);

Failure not_storable_failure(const std::string& statement);

} // namespace lockdesk::mariadb
