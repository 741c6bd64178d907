// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/event.h"

namespace lockdesk::scenarios {

/// Seconds with one decimal, or three where one is not exact: `37.0`, `0.125`.
std::string seconds_text(Duration d);
/// Kind of the error of a statement whose transaction ended with its connection.
inline constexpr const char* lost_transaction_kind = "lost_transaction";
/// Whether a command was not executed, as its actor is cut off or its transaction is lost: the step's own texts would tell of an
/// answer of the store.
bool is_unreachable(const Event& event);
/// Returns the sentence for an event's word, with `${...}` unfilled.
std::string general_sentence(const Event& event, std::string_view language);

/// Returns the first word of a statement in capitals, such as INSERT, or an empty string.
std::string sql_verb(std::string_view sql);

} // namespace lockdesk::scenarios
