// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <string>

namespace lockdesk::redis {

/// An error between us and the server, before it becomes a failure of the engine.
struct Trouble
{
    enum class Cause {
        error_reply,   ///< the server replied "-..."; `text` is that line
        no_connection, ///< not connected; nothing was sent
        untrusted,     ///< TLS was required, and `text` is why it failed; nothing was sent
        no_answer,     ///< sent, but no complete reply: timeout, or the connection broke
        garbage,       ///< the reply violates the protocol, or differs from the script's format
        interrupted,   ///< by Session::interrupt
        held,          ///< held back by a rehearsal; nothing was sent
        too_old,       ///< the server lacks a feature that the scripts need
    };
    Cause cause = Cause::no_connection;
    std::string text;
    bool write = false; ///< a command that may have changed something was sent
    const char* statement = "";
    std::string place; ///< of the server, where the text does not contain it
};

/// Converts to a failure; the only place where this store does so.
Failure to_failure(const Trouble& trouble);

} // namespace lockdesk::redis
