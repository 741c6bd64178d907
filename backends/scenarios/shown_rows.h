// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/scenarios/program.h"

namespace lockdesk::scenarios {

/// Returns the row of that entity and key for a class: the same fields on every store. Nullopt: no such row.
Answer<std::optional<Fields>> shown_row(Session& session, const ShownRow& shown, TimePoint now);

/// Returns the statement that reads the row `items id = 3`.
std::string row_statement(const std::string& key);

} // namespace lockdesk::scenarios
