// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/errors.h"

#include "backends/engine/contracts/statement_trace.h"
#include "backends/engine/rules/lock_rules.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/engine/text/url_options.h"
#include "backends/net/unanswered.h"

#include <array>

namespace lockdesk::redis {

namespace {

struct Known
{
    std::string_view begins; ///< prefix of the server's error line
    FailureKind kind;
    bool retryable;
    const char* advice;
};

// The first match wins. Messages never repeat a password: the server's lines never contain one.
constexpr std::array<Known, 39> known{{
    {"NOAUTH", FailureKind::refused, false,
     "the server asks for a password: put it into the URL, the keyring or REDISCLI_AUTH"},
    {"WRONGPASS", FailureKind::refused, false, "wrong password or user name, or the user is disabled"},
    {"ERR AUTH", FailureKind::refused, false,
     "the server has no password set for this user; leave it out of the URL and REDISCLI_AUTH"},
    {"ERR invalid password", FailureKind::refused, false, "wrong password"},
    {"NOPERM", FailureKind::refused, false,
     "the user lacks a permission; docs/stores/redis.md has the ACL rules for working and for watching"},
    {"DENIED", FailureKind::refused, false,
     "the server is in protected mode and admits only its own computer; set a password or bind it"},
    {"ERR The user executing the script", FailureKind::refused, false,
     "the user lacks the permission for a command of the script; docs/stores/redis.md has the ACL rules"},
    {"READONLY", FailureKind::read_only, false, "the server is a replica; give the URL of its primary"},
    {"ERR Can not execute a script with write flag", FailureKind::read_only, false, "this session is read-only"},
    {"ERR Write commands are not allowed", FailureKind::read_only, false, "this session is read-only"},
    {"NEWSCHEMA", FailureKind::read_only, false,
     "the schema is newer than this build writes, so it is opened read-only; use a newer Lockdesk"},
    {"OLDSCHEMA", FailureKind::unavailable, false,
     "the schema on this server is older than this build works with; run `lockdeskctl --store URL init`, which brings it up "
     "to "
     "date and keeps what is in it"},
    {"NOSCHEMA", FailureKind::unavailable, false, ""},
    {"FOREIGNKEY", FailureKind::unavailable, false, ""},
    {"ODDFIELD", FailureKind::unavailable, false, ""},
    {"USEDUP", FailureKind::unavailable, false, ""},
    {"ODDNUMBER", FailureKind::unavailable, false, ""},
    {"WRONGTYPE", FailureKind::unavailable, false,
     "a key with one of our names holds another type: somebody else wrote it; rename or delete it"},
    {"ERR value is not an integer", FailureKind::unavailable, false,
     "a counter of the schema holds no number that Lockdesk wrote (lockdesk:seq, lockdesk:out:seq); nothing was changed. "
     "Correct it with SET"},
    {"OOM", FailureKind::unavailable, true,
     "the server's memory is full; nothing was changed. Raise maxmemory or free some"},
    {"MISCONF", FailureKind::unavailable, true,
     "the server cannot save to disk and refuses writes; look at its log and disk"},
    {"LOADING", FailureKind::unavailable, true, "the server is still loading its data; try again in a moment"},
    {"BUSY", FailureKind::unavailable, true, "the server is kept busy by a script; wait, or SCRIPT KILL it"},
    {"UNKILLABLE", FailureKind::unavailable, true, "the server is kept busy by a script that has written"},
    {"TRYAGAIN", FailureKind::unavailable, true, "try again in a moment"},
    {"NOREPLICAS", FailureKind::unavailable, true, "too few replicas are connected, so the server refuses writes"},
    {"MASTERDOWN", FailureKind::unavailable, true, "the replica has lost its primary"},
    {"MOVED", FailureKind::unsupported, false, "this is a Redis Cluster, which Lockdesk does not support"},
    {"ASK", FailureKind::unsupported, false, "this is a Redis Cluster, which Lockdesk does not support"},
    {"CROSSSLOT", FailureKind::unsupported, false, "this is a Redis Cluster, which Lockdesk does not support"},
    {"CLUSTERDOWN", FailureKind::unsupported, false, "this is a Redis Cluster, which Lockdesk does not support"},
    {"ERR max number of clients", FailureKind::unavailable, true, "the server has too many clients; raise maxclients"},
    {"ERR max memory", FailureKind::unavailable, true, "the server's memory is full"},
    {"ERR DB index", FailureKind::unavailable, false,
     "the server has no database of that number; change the end of the URL"},
    {"ERR invalid DB index", FailureKind::unavailable, false,
     "the server has no database of that number; change the end of the URL"},
    {"ERR SELECT is not allowed", FailureKind::unsupported, false,
     "this is a Redis Cluster, which Lockdesk does not support"},
    {"ERR Function not found", FailureKind::unsupported, false,
     "the server has not got Lockdesk's function library, and this user must not load it; run `lockdeskctl --store URL "
     "init`"},
    {"ERR Protocol error", FailureKind::internal, false, "the server could not read our command"},
    {"ERR unknown command", FailureKind::unsupported, false,
     "the server is too old or the command is renamed; Redis 7.0 is needed"},
}};

std::string first_word(std::string_view text) { return to_valid_utf8(text.substr(0, text.find(' '))); }

// Removes the position in the script.
std::string plain_line(std::string_view text) { return to_valid_utf8(text.substr(0, text.find(" script: "))); }

std::string second_word(std::string_view text)
{
    const auto space = text.find(' ');
    return space == std::string_view::npos ? std::string() : plain_line(text.substr(space + 1));
}

std::string no_schema_message(const std::string& prefix)
{
    if (prefix.size() <= 9)
        return "Lockdesk's schema is not installed on this server; run `lockdeskctl --store URL init`";
    const auto id = prefix.substr(12, prefix.size() - 13);
    return "there is no sandbox '" + id + "' on this server; run `"
           + CommandLine("sandbox create").global("--store", "URL").positional(id).text() + "`";
}

Failure from_error_reply(const Trouble& t)
{
    Failure f = Failure::unavailable({}).with_code(first_word(t.text)).in_statement(t.statement);
    for (const Known& k : known) {
        if (!t.text.starts_with(k.begins))
            continue;
        f.kind = k.kind;
        f.retryable = k.retryable;
        if (k.begins == "NOSCHEMA")
            f.message = no_schema_message(second_word(t.text));
        else if (k.begins == "FOREIGNKEY")
            f.message = "the key " + second_word(t.text)
                        + " exists and is not Lockdesk's; nothing was changed. Rename it or use "
                          "another database number";
        else if (k.begins == "ODDFIELD")
            f.message = "the record's field " + second_word(t.text)
                        + " is not a number that Lockdesk wrote; nothing was changed. "
                          "Correct it with HSET or delete the key";
        else if (k.begins == "USEDUP")
            f.message = lock_rules::used_up_failure().message;
        else if (k.begins == "ODDNUMBER")
            f.message = second_word(t.text) + " holds no number that Lockdesk wrote; nothing was changed. Correct it with "
                        + (t.text.ends_with("seq") && t.text.find(" meta ") == std::string::npos
                               ? "SET, or delete it: the next change gets a number above all earlier ones"
                               : "HSET");
        else
            f.message = std::string(k.advice)
                        + (k.kind == FailureKind::refused && f.code == "NOPERM" ? " (" + plain_line(t.text) + ")" : "");
        return f;
    }
    if (t.text.find("user_script") != std::string::npos) {
        f.kind = FailureKind::internal;
        f.message = "the script failed: " + plain_line(t.text);
        return f;
    }
    f.message = "the server refused: " + plain_line(t.text);
    return f;
}

} // namespace

Failure to_failure(const Trouble& t)
{
    using Cause = Trouble::Cause;
    if (t.cause == Cause::error_reply)
        return from_error_reply(t);
    if (t.cause == Cause::held)
        return held_failure(t.statement);
    if (t.cause == Cause::too_old)
        return Failure::unsupported(t.text).in_statement(t.statement).disconnected();
    if (t.cause == Cause::untrusted)
        return untrusted_failure(t.place, to_valid_utf8(t.text), t.statement);
    if (t.cause == Cause::no_connection)
        return Failure::unavailable("cannot reach the server; is it running, and the address right? ("
                                    + to_valid_utf8(t.text) + ")")
            .in_statement(t.statement)
            .try_again()
            .disconnected();
    const std::string text = to_valid_utf8(t.text);
    return net::unanswered_failure(
        {.interrupted = t.cause == Cause::interrupted,
         .again = t.cause == Cause::no_answer,
         .why = t.cause == Cause::garbage ? "the server's answer makes no sense (" + text + ")" : text},
        t.write, t.statement);
}

} // namespace lockdesk::redis
