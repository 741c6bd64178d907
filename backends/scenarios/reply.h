// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statement_trace.h"
#include "backends/scenarios/actor_link.h"
#include "backends/scenarios/value.h"

namespace lockdesk::scenarios {

/// What a command's lines say.
struct Told
{
    int status = 0;
    std::string result; ///< of the last line that has one
    Fields values;      ///< of a single line as it is; of several `lines.0....`, their count and how many had which result
    std::vector<Fields> each;        ///< line by line
    std::string error_kind;          ///< usage, unavailable, ...; empty: no error line
    std::string message;             ///< of the error line
    std::vector<SentStatement> sent; ///< what the session sent for it
};

/// The sandbox's id is left out of messages, so that runs compare.
Told read_reply(const ActorReply& reply, const std::string& sandbox);

/// `lock acquire ledger --lease 30s` is `lock.acquire`.
std::string statement_of(const std::string& command);

} // namespace lockdesk::scenarios
