// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <string>

namespace lockdesk::redis {

/// What went wrong between us and the server, before it is put into the engine's words.
struct Trouble
{
    enum class Cause {
        error_reply,   ///< the server answered "-..."; `text` is that line
        no_connection, ///< not connected; nothing was sent
        untrusted,     ///< TLS was asked for, and `text` is why there is none; nothing was sent
        no_answer,     ///< sent, and the answer did not come whole: too late, or the connection broke
        garbage,       ///< the answer is not of the protocol, or not of the shape that the script gives
        interrupted,   ///< by Session::interrupt
        held,          ///< back by a rehearsal; nothing was sent
        too_old,       ///< the server lacks what the scripts need
    };
    Cause cause = Cause::no_connection;
    std::string text;
    bool write = false; ///< a command that may have changed something was sent
    const char* statement = "";
    std::string place; ///< of the server, where the text does not say it
};

/// The one place where errors of this store become failures.
Failure to_failure(const Trouble& trouble);

} // namespace lockdesk::redis
