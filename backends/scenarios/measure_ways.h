// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/measure.h"

namespace lockdesk::scenarios {

/// Where it is measured.
struct Bench
{
    Store* store = nullptr;
    SessionOptions inside;
    std::string name; ///< begins the names of all that is made there
    const std::atomic<bool>* stopped = nullptr;
};

/// One try of a round: true: done; false: refused, or too late.
using Round = std::function<Answer<bool>()>;

/// Whether somebody holds something between two statements of it.
bool holds(Way way);
/// Makes what all rounds of a way share. Unsupported failure: this store cannot do it.
Answer<Done> prepare_way(Way way, Session& session, const std::string& name);
/// Rounds of one client on that session, which must outlive them. `tokens`: what the clients of a fence draw theirs from.
Round round_of(Way way, Session& session, const std::string& name, int client, std::atomic<std::int64_t>& tokens);
/// All clients at once, for so long. Failure: one of them could not ask.
Answer<Load> measure_load(const Bench& bench, Way way, int clients, Duration each);

/// What one round of one client sends to the store, as its session tells: the one after the first, which prepares. Redlock's count is
/// none: its sessions ask several servers.
Answer<std::optional<int>> count_commands(const Bench& bench, Way way);

/// One statement of ours; a refusal is a failure (`unavailable`), except those that say that somebody else has it: none.
Answer<std::optional<StatementResult>> own_statement(Session& session, const std::string& text);
/// As SQL of its own calls the table of that name in the sandbox.
std::string table_of(const std::string& name);

} // namespace lockdesk::scenarios
