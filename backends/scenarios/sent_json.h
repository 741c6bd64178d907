// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statement_trace.h"
#include "backends/scenarios/json.h"

namespace lockdesk::scenarios {

/// Type of the line in which an actor reports a statement that its session sent.
inline constexpr const char* sent_type = "statement";
/// Longer texts are cut to this; the cut text ends with the original size.
inline constexpr std::size_t most_sent_bytes = 16'384;
/// Maximum number of statements kept per step, the first ones.
inline constexpr std::size_t most_sent = 100;
/// Replaces the sandbox's id, generated for each run, in texts and values.
inline constexpr const char* sandbox_mark = "{sandbox}";

/// Formats `{"name":..,"text":..,"values":[..],"aside":true}`; the last two only if set.
Json to_json(const SentStatement& sent);
/// Parses a line or an entry of a list; missing keys and values of other types count as empty.
SentStatement sent_of_json(const Json& json);
/// Replaces the sandbox's id by the mark.
SentStatement without_sandbox(SentStatement sent, const std::string& sandbox);

} // namespace lockdesk::scenarios
