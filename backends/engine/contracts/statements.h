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

/// A field of a row: NULL, a whole number, or the store's own text of anything else.
using StatementValue = std::variant<std::monostate, std::int64_t, std::string>;

/// What the store answered to one statement. A refusal is an answer too: whoever sent it may go on in the same session.
struct StatementResult
{
    std::vector<std::string> columns;
    std::vector<std::vector<StatementValue>> rows; ///< at most `most_statement_rows`
    bool truncated = false;                        ///< there were more
    std::int64_t affected = 0;                     ///< rows that it wrote; those that it found where it changed nothing
    bool in_transaction = false;                   ///< one is open after it, perhaps a broken one
    std::string code;    ///< of the refusal: SQLSTATE, error number or result name; empty: it worked
    std::string message; ///< the server's words

    [[nodiscard]] bool refused() const { return !code.empty(); }
};

inline constexpr std::size_t most_statement_rows = 1000;

/// SQL of a lesson's own, in a sandbox and nowhere else: outside, every call is a usage failure. It runs on a connection of
/// its own, opened by the first call: a transaction stays open between calls and is gone with the session; the session's
/// other verbs neither see it nor wait in it. Takes one statement; BEGIN, COMMIT and ROLLBACK are statements. `{items}` in the
/// text is the sandbox's table of that name, called as Lockdesk's own are (`{locks}` is one of those), and `{now}` the
/// sandbox's clock; what a lesson creates under such a name goes with the sandbox. A statement that waits for others is
/// refused by the store after the session's timeout. It reaches the tables of its sandbox and nothing else: `refused_statement`
/// is not sent at all, and the connection can do no more by itself: SQLite asks for every table, the servers have an account of
/// the sandbox's own. Where that account cannot be made, or would reach more, the call fails with `not_confined`, unless the session
/// trusts its statements (SessionOptions::trust_statements). One thread at a time.
class Statements
{
public:
    virtual ~Statements() = default;
    virtual Answer<StatementResult> run(const std::string& text) = 0;
};

/// The text with every `{name}` replaced by what `put_in` answers for the name. Other braces stay as they are.
std::string with_names(std::string_view text, const std::function<std::string(std::string_view)>& put_in);

/// The store's words without what tells this sandbox from others, so that the same lesson reads the same in each.
std::string without(std::string text, std::string_view part);

/// What `Statements` answers outside a sandbox.
Failure only_in_a_sandbox();

/// The answer to a text that is not sent (`refused_statement`), with this code; nothing: it may be sent.
inline constexpr const char* not_for_sandboxes = "not_for_sandboxes";
std::optional<StatementResult> refused_answer(const std::string& text, bool read_only, bool in_transaction);

/// Unsupported failure with the code `not_confined`: this store and its login cannot keep SQL in a sandbox. `why`: in a few words.
inline constexpr const char* not_confined = "not_confined";
Failure cannot_confine(const std::string& why);

} // namespace lockdesk
