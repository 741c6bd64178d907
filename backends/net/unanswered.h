// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <string>

namespace lockdesk::net {

/// Why a command has no answer on a line that is closed: the call was interrupted, or the line's own words.
struct Unanswered
{
    bool interrupted = false;
    bool again = true; ///< a retry may succeed
    std::string why{};
};

/// `write`: the command may have changed something, so the failure is in doubt.
inline Failure unanswered_failure(const Unanswered& call, bool write, const std::string& statement)
{
    const std::string why = call.interrupted ? "the call was cut" : call.why;
    const bool again = call.again && !call.interrupted && !write;
    Failure failure = write ? Failure::in_doubt(why
                                                + "; the command was sent, so it may have happened. Ask again with the same "
                                                  "request or claim id")
                            : Failure::unavailable(why + (again ? "; try again" : ""));
    return std::move(failure).in_statement(statement).try_again(again).disconnected();
}

} // namespace lockdesk::net
