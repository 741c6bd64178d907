// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/statements.h"

#include "backends/engine/contracts/store.h"
#include "backends/engine/text/placeholders.h"
#include "backends/engine/text/statement_gate.h"

#include <optional>

namespace lockdesk {

namespace {

class NoStatements final : public Statements
{
public:
    Answer<StatementResult> run(const std::string&) override
    {
        return Failure::unsupported("this store and source take no SQL; see 'lockdeskctl capabilities'");
    }
};

} // namespace

Statements& Session::statements()
{
    static NoStatements none; // no data members
    return none;
}

std::string with_names(std::string_view text, const std::function<std::string(std::string_view)>& put_in)
{
    return fill_placeholders(text, [&](std::string_view name) { return std::optional(put_in(name)); });
}

std::string without(std::string text, std::string_view part)
{
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at))
        text.erase(at, part.size());
    return text;
}

Failure only_in_a_sandbox()
{
    return Failure::usage(
        "SQL of one's own runs only in a sandbox, where nobody else's rows are; name one with --sandbox ID");
}

std::optional<StatementResult> refused_answer(const std::string& text, bool read_only, bool in_transaction)
{
    auto why = refused_statement(text, read_only ? StatementWrites::refused : StatementWrites::allowed);
    if (!why)
        return std::nullopt;
    StatementResult result;
    result.code = not_for_sandboxes;
    result.message = std::move(*why);
    result.in_transaction = in_transaction;
    return result;
}

Failure cannot_confine(const std::string& why)
{
    auto failure = Failure::unsupported("This server cannot keep the SQL of a lesson in its sandbox: " + why
                                        + ". Who knows what the lesson does can let it run with --trust.");
    failure.code = not_confined;
    failure.statement = "sql";
    return failure;
}

} // namespace lockdesk
