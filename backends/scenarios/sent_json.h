// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statement_trace.h"
#include "backends/scenarios/json.h"

namespace lockdesk::scenarios {

/// The type of the line in which an actor tells of a statement that its session sent.
inline constexpr const char* sent_type = "statement";
/// Of a longer text the beginning is kept, and how many bytes it had.
inline constexpr std::size_t most_sent_bytes = 16'384;
/// Of more statements for one step the first ones are kept.
inline constexpr std::size_t most_sent = 100;
/// Stands in texts and values for the sandbox's id, which is made up for each run.
inline constexpr const char* sandbox_mark = "{sandbox}";

/// `{"name":..,"text":..,"values":[..],"aside":true}`; the last two only where there are any.
Json to_json(const SentStatement& sent);
/// What a line or a list's entry says; keys that it lacks or that are of another kind count as empty.
SentStatement sent_of_json(const Json& json);
/// With the mark in place of the sandbox's id.
SentStatement without_sandbox(SentStatement sent, const std::string& sandbox);

} // namespace lockdesk::scenarios
