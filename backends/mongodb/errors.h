// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <optional>
#include <string>

namespace lockdesk::mongodb {

/// Code of a login that was not tried: the address has a user and no password.
inline constexpr const char* no_password = "NOPASSWORD";
/// Code of a server that requires a login while the address has no user.
inline constexpr const char* no_user = "NOUSER";

/// An error between us and the server, before it becomes a failure of the engine.
struct Trouble
{
    enum class Cause {
        server,        ///< the server replied with an error: `code`, `text`
        write_concern, ///< written on the primary, but too few members have confirmed it
        no_connection, ///< nothing was sent
        no_sessions,   ///< it does not support sessions, so it is in no working replica set; nothing was sent
        untrusted,     ///< TLS was required, and `text` is why it failed; nothing was sent
        login,         ///< the login failed
        no_answer,     ///< sent, but no complete reply: timeout, or the connection broke
        interrupted,   ///< by Session::interrupt
        no_schema,     ///< `text`: the sandbox, or empty
        older_schema,  ///< `code`: its version
        newer_schema,  ///< `code`: its version
        read_only,     ///< the session is read-only and the statement writes
        held,          ///< held back by a rehearsal; nothing was sent
        odd_document,  ///< `text`: the defect
        kept_changing, ///< concurrent changes won repeatedly; nothing happened
    };
    Cause cause = Cause::no_connection;
    int code = 0;
    std::string text;
    std::string code_name; ///< the server's, or one of those above
    bool write = false; ///< a command that may have changed something was sent
    std::string statement;
    std::string place; ///< of the server, where the text does not contain it
};

/// Converts to a failure; the only place where this store does so.
Failure to_failure(const Trouble& trouble);
/// Returns nullopt when both are UTF-8. Otherwise no command can name them; sent anyway, they would name another row.
std::optional<Failure> not_text(const std::string& name, const std::string& owner = {});

inline constexpr int duplicate_key = 11000;

} // namespace lockdesk::mongodb
