// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/measure.h"

namespace lockdesk::scenarios {

/// Environment of a measurement.
struct Bench
{
    Store* store = nullptr;
    SessionOptions inside;
    std::string name; ///< prefix of the names of everything created there
    const std::atomic<bool>* stopped = nullptr;
};

/// One try of a round: true: done; false: refused, or too late.
using Round = std::function<Answer<bool>()>;

/// Whether a client holds something between two of its statements.
bool holds(Way way);
/// Creates what all rounds of a way share. Unsupported failure: the store does not support it.
Answer<Done> prepare_way(Way way, Session& session, const std::string& name);
/// Returns the rounds of one client on that session, which must outlive them. `tokens`: source of the tokens for a fence.
Round round_of(Way way, Session& session, const std::string& name, int client, std::atomic<std::int64_t>& tokens);
/// Runs all clients at once for the time `each`. Fails when one of them gets a failure.
Answer<Load> measure_load(const Bench& bench, Way way, int clients, Duration each);

/// Counts the statements of one round of one client, the round after the first, which prepares. Redlock has no count,
/// because its sessions use several servers: nullopt.
Answer<std::optional<int>> count_commands(const Bench& bench, Way way);

/// Runs one statement of ours. An error is a failure (`unavailable`), except for conflicts: nullopt.
Answer<std::optional<StatementResult>> own_statement(Session& session, const std::string& text);
/// Returns the name under which SQL refers to that table in the sandbox.
std::string table_of(const std::string& name);

} // namespace lockdesk::scenarios
