// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockdesk {

/// A field of a row: NULL, a whole number, or the store's own text for other types.
using StatementValue = std::variant<std::monostate, std::int64_t, std::string>;

/// The store's answer to one statement. A refusal is an answer too: the caller may continue in the same session.
struct StatementResult
{
    std::vector<std::string> columns;
    std::vector<std::vector<StatementValue>> rows; ///< at most `most_statement_rows`
    bool truncated = false;                        ///< there were more
    std::int64_t affected = 0;                     ///< rows written; matched rows for an update that changed none
    bool in_transaction = false;                   ///< a transaction is open afterwards, possibly a failed one
    std::string code;    ///< of the refusal: SQLSTATE, error number or result name; empty: success
    std::string message; ///< the server's message

    [[nodiscard]] bool refused() const { return !code.empty(); }
};

inline constexpr std::size_t most_statement_rows = 1000;

/// Own SQL of a lesson, only in a sandbox: outside, every call is a usage failure. It runs on a separate connection opened
/// by the first call: a transaction stays open between calls and ends with the session; the session's other verbs neither
/// see it nor wait in it. Takes one statement; BEGIN, COMMIT and ROLLBACK are statements. `{items}` in the text is the
/// sandbox's table of that name, named like Lockdesk's own (`{locks}` is one of those), and `{now}` the sandbox's clock;
/// objects that a lesson creates under such a name are dropped with the sandbox. The store refuses a statement that waits
/// for others longer than the session's timeout. Only the sandbox's tables are accessible: a `refused_statement` is never
/// sent, and the connection itself is confined: SQLite authorizes every table, servers have an account per sandbox. If that
/// account cannot be created, or would have wider access, the call fails with `not_confined`, unless the session trusts its
/// statements (SessionOptions::trust_statements). One thread at a time.
class Statements
{
public:
    virtual ~Statements() = default;
    virtual Answer<StatementResult> run(const std::string& text) = 0;
};

/// Replaces every `{name}` by the result of `put_in` for the name. Other braces are unchanged.
std::string with_names(std::string_view text, const std::function<std::string(std::string_view)>& put_in);

/// Removes the part that distinguishes this sandbox from others, so that a lesson reads the same in each.
std::string without(std::string text, std::string_view part);

/// The failure of `Statements` outside a sandbox.
Failure only_in_a_sandbox();

/// Returns the answer to a text that must not be sent (`refused_statement`), with this code; nullopt: it may be sent.
inline constexpr const char* not_for_sandboxes = "not_for_sandboxes";
std::optional<StatementResult> refused_answer(const std::string& text, bool read_only, bool in_transaction);

/// Unsupported failure `not_confined`: this store and login cannot confine SQL to a sandbox. `why`: in a few words.
inline constexpr const char* not_confined = "not_confined";
Failure cannot_confine(const std::string& why);

} // namespace lockdesk
