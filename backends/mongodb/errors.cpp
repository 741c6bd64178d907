// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/errors.h"

#include "backends/engine/contracts/statement_trace.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/engine/text/url_options.h"
#include "backends/net/unanswered.h"

#include <algorithm>
#include <array>

namespace lockdesk::mongodb {

namespace {

struct Known
{
    int code;
    FailureKind kind;
    bool retryable;
    const char* advice;
};

constexpr std::array<Known, 30> known{{
    {13, FailureKind::refused, false,
     "the user lacks a permission; docs/stores/mongodb.md names the roles for working and for watching"},
    {18, FailureKind::refused, false, "wrong user name or password, or another authSource is needed"},
    {11, FailureKind::refused, false, "there is no such user; perhaps another authSource is needed"},
    {33, FailureKind::refused, false, "the user lacks a permission"},
    {6, FailureKind::unavailable, true, "the server cannot reach a host"},
    {7, FailureKind::unavailable, true, "the server cannot reach a host"},
    {50, FailureKind::unavailable, true, "the server gave it up because it took too long; nothing was changed"},
    {89, FailureKind::unavailable, true, "a member of the replica set did not answer in time"},
    {91, FailureKind::unavailable, true, "the server is shutting down"},
    {112, FailureKind::unavailable, true, "another transaction was quicker; nothing was changed"},
    {133, FailureKind::unavailable, true, "the replica set has no primary at the moment"},
    {189, FailureKind::unavailable, true, "the primary has stepped down; the replica set elects another"},
    {244, FailureKind::unavailable, true, "the transaction was ended by the server; nothing was changed"},
    {251, FailureKind::unavailable, true, "the transaction was ended by the server; nothing was changed"},
    {262, FailureKind::unavailable, true, "the server gave it up because it took too long; nothing was changed"},
    {10107, FailureKind::unavailable, true, "this member is not the primary any more"},
    {11600, FailureKind::unavailable, true, "the server is shutting down"},
    {11602, FailureKind::unavailable, true, "the primary has stepped down; the replica set elects another"},
    {13435, FailureKind::unavailable, true, "this member is not the primary any more"},
    {13436, FailureKind::unavailable, true, "this member is starting or recovering"},
    {225, FailureKind::unavailable, true, "the server has too many transactions"},
    {292, FailureKind::unavailable, false, "the statement needs more memory than the server allows"},
    {14031, FailureKind::unavailable, true, "the server's disk is full"},
    {8000, FailureKind::refused, false, "the hosting service refused the login or the command"},
    {17280, FailureKind::unavailable, false, "a key is too long for an index"},
    {26, FailureKind::unavailable, false, "a collection of ours is missing; run `lockdeskctl --store URL init`"},
    {48, FailureKind::unavailable, false, "a collection of that name exists already"},
    {10334, FailureKind::unavailable, false, "the document would be larger than 16 MB; nothing was changed"},
    {17419, FailureKind::unavailable, false, "the document would be larger than 16 MB; nothing was changed"},
    {59, FailureKind::unsupported, false, "the server does not know the command; MongoDB 4.2 or newer is needed"},
}};

// Step-down, shutdown or timeout: the command may have begun, and its effect may or may not persist.
constexpr std::array<int, 6> half_done{91, 189, 262, 11600, 11602, 50};

// Truncates a server's message, which may be long, and leaves out the client library's name of its own setting.
std::string plain(std::string_view text)
{
    constexpr std::size_t most = 300;
    constexpr std::string_view setting = " (`serverSelectionTryOnce` set)";
    std::string out = to_valid_utf8(text.substr(0, most));
    if (const auto at = out.find(setting); at != std::string::npos)
        out.erase(at, setting.size());
    return text.size() > most ? out + "..." : out;
}

Failure from_server(const Trouble& t)
{
    const std::string code = t.code_name.empty() ? std::to_string(t.code) : t.code_name;
    Failure f = Failure::unavailable({}).with_code(code).in_statement(t.statement);
    const auto found = std::find_if(known.begin(), known.end(), [&](const Known& k) { return k.code == t.code; });
    if (found != known.end()) {
        f.kind = found->kind;
        f.retryable = found->retryable;
        f.message = std::string(found->advice) + (t.code == 13 ? " (" + plain(t.text) + ")" : "");
    } else {
        f.message = "the server refused: " + plain(t.text);
    }
    if (t.write && std::find(half_done.begin(), half_done.end(), t.code) != half_done.end()) {
        f.kind = FailureKind::in_doubt;
        f.retryable = false;
        f.message += "; it may have happened. Ask again with the same request or claim id";
    }
    return f;
}

} // namespace

Failure to_failure(const Trouble& t)
{
    using Cause = Trouble::Cause;
    const std::string text = t.text.empty() ? "its replies make no sense to the client library" : plain(t.text);
    switch (t.cause) {
    case Cause::server: return from_server(t);
    case Cause::write_concern:
        return Failure::in_doubt("it was done, but too few members have confirmed it (" + text
                                 + "), so a failover may undo it")
            .with_code(t.code_name)
            .in_statement(t.statement);
    case Cause::untrusted: return untrusted_failure(t.place, text, t.statement);
    case Cause::no_connection:
        return Failure::unavailable("cannot reach the server: " + text).in_statement(t.statement).try_again().disconnected();
    case Cause::no_sessions:
        return Failure::unavailable(
                   t.place
                   + " takes no sessions: its replica set is not initiated (run rs.initiate() there), or it is an arbiter")
            .with_code("NOSESSIONS")
            .in_statement(t.statement)
            .try_again()
            .disconnected();
    case Cause::login:
        return Failure::refused(t.code_name == no_password
                                    ? "no password is known for this user: put it into the URL, the keyring or LOCKDESK_PASSWORD"
                                : t.code_name == no_user
                                    ? "the server requires a login, and the URL names no user: put one into it (mongodb://USER@HOST/...)"
                                    : "the login failed: wrong user name or password, or another authSource is needed")
            .with_code(t.code_name)
            .in_statement(t.statement)
            .disconnected();
    case Cause::no_schema:
        return Failure::unavailable(
                   t.text.empty()
                       ? "Lockdesk's schema is not installed in this database; run `lockdeskctl --store URL init`"
                       : "there is no sandbox '" + text + "' in this database; run `"
                             + CommandLine("sandbox create").global("--store", "URL").positional(text).text() + "`")
            .with_code("NOSCHEMA")
            .in_statement(t.statement);
    case Cause::older_schema:
        return Failure::unavailable("Lockdesk's schema in this database has version " + std::to_string(t.code)
                                    + ", which is older than this program; to bring it up to date in place, run "
                                      "`lockdeskctl --store URL init`")
            .with_code("OLDSCHEMA")
            .in_statement(t.statement);
    case Cause::newer_schema:
        return Failure::read_only("the schema has version " + std::to_string(t.code)
                                  + ", newer than this build writes, so it is opened read-only; "
                                    "use a newer Lockdesk")
            .with_code("NEWSCHEMA")
            .in_statement(t.statement);
    case Cause::read_only: return Failure::read_only("this session is read-only").in_statement(t.statement);
    case Cause::held: return held_failure(t.statement);
    case Cause::odd_document: return Failure::unavailable(text).in_statement(t.statement);
    case Cause::kept_changing:
        return Failure::unavailable("others changed it again and again; nothing was done. Try again")
            .in_statement(t.statement)
            .try_again();
    case Cause::no_answer:
    case Cause::interrupted: break;
    }
    return net::unanswered_failure({.interrupted = t.cause == Cause::interrupted, .why = text}, t.write, t.statement);
}

std::optional<Failure> not_text(const std::string& name, const std::string& owner)
{
    if (is_utf8(name) && is_utf8(owner))
        return std::nullopt;
    return Failure::usage("a name is not UTF-8; no command of MongoDB can name it");
}

} // namespace lockdesk::mongodb
