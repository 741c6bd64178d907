// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/rows.h"

#include <optional>
#include <string_view>

namespace lockdesk::sql {

// Parse the words of state columns and of statements' answers; nullopt for an unknown word.
std::optional<MessageState> message_state(std::string_view text);
std::optional<WorkerOrder> worker_order(std::string_view text);
std::optional<LeaseResult> lease_result(std::string_view text);

} // namespace lockdesk::sql
