// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <optional>
#include <string>

namespace lockdesk::mongodb {

/// What went wrong between us and the server, before it is put into the engine's words.
struct Trouble
{
    enum class Cause {
        server,        ///< it answered with an error: `code`, `text`
        write_concern, ///< it was done on the primary, and not enough members have confirmed it
        no_connection, ///< nothing was sent
        no_sessions,   ///< it takes none, so it belongs to no working replica set; nothing was sent
        untrusted,     ///< TLS was asked for, and `text` is why there is none; nothing was sent
        login,         ///< the login failed
        no_answer,     ///< sent, and the answer did not come whole: too late, or the connection broke
        interrupted,   ///< by Session::interrupt
        no_schema,     ///< `text`: the sandbox, or empty
        older_schema,  ///< `code`: its version
        newer_schema,  ///< `code`: its version
        read_only,     ///< the session is, and the statement writes
        held,          ///< back by a rehearsal; nothing was sent
        odd_document,  ///< `text`: what is odd
        kept_changing, ///< others were quicker, again and again; nothing happened
    };
    Cause cause = Cause::no_connection;
    int code = 0;
    std::string text;
    std::string code_name;
    bool write = false; ///< a command that may have changed something was sent
    std::string statement;
    std::string place; ///< of the server, where the text does not say it
};

/// The one place where errors of this store become failures.
Failure to_failure(const Trouble& trouble);
/// Nothing: both are UTF-8. Else why no command can name them; sent, they would be the names of somebody else's row.
std::optional<Failure> not_text(const std::string& name, const std::string& owner = {});

inline constexpr int duplicate_key = 11000;

} // namespace lockdesk::mongodb
