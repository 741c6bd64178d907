// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statement_trace.h"
#include "backends/scenarios/actor_link.h"
#include "backends/scenarios/value.h"

namespace lockdesk::scenarios {

/// The parsed lines of a command.
struct CommandResult
{
    int status = 0;
    std::string result; ///< of the last line that has one
    Fields values;      ///< of a single line: its fields; of several: `lines.0....`, their count, and counts by result
    std::vector<Fields> each;        ///< per line
    std::string error_kind;          ///< usage, unavailable, ...; empty: no error line
    std::string message;             ///< of the error line
    std::vector<SentStatement> sent; ///< statements that the session sent for it
};

/// Parses a reply. Removes the sandbox's id from messages, so that runs are comparable.
CommandResult read_reply(const ActorReply& reply, const std::string& sandbox);

bool begins_transaction(const std::string& sql);

/// Returns what a client library says of a statement whose transaction ended with its connection: executed alone, it would lock
/// nothing, and nothing could undo it.
ActorReply lost_transaction_reply();

/// Returns `lock.acquire` for `lock acquire ledger --lease 30s`.
std::string statement_of(const std::string& command);

} // namespace lockdesk::scenarios
