// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/errors.h"

#include "backends/engine/text/command_line.h"

namespace lockdesk::sql {

namespace {

std::string init_line(const Place& place)
{
    return "run `" + CommandLine("init").global("--store", place.store).text() + "`";
}

} // namespace

Failure failure_on_the_way(const Trouble& trouble, const Place& place, bool in_doubt)
{
    const std::string server = place.product + " at " + place.server;
    const bool interrupted = trouble.cause == Trouble::Cause::interrupted;
    const bool late = trouble.cause == Trouble::Cause::timeout;
    Failure f;
    f.kind = in_doubt ? FailureKind::in_doubt : FailureKind::unavailable;
    f.retryable = !interrupted && !in_doubt;
    f.connection_lost = true;
    f.message = interrupted ? "the call was interrupted"
                : late      ? server + " did not answer in time"
                            : "the connection to " + server + " was lost";
    if (in_doubt)
        f.message += " after the statement was sent: it may have run. Ask again with the same request or claim id";
    else if (trouble.connecting && !interrupted)
        f.message = "cannot connect to " + server + (late ? ": no answer in time" : "")
                    + ". Is the server running and the address right?";
    if (!trouble.text.empty())
        f.message += " (" + trouble.text + ")";
    return f;
}

Failure schema_missing_failure(const Place& place)
{
    Failure f{FailureKind::unavailable};
    if (!place.sandbox.empty())
        f.message = "there is no sandbox '" + place.sandbox + "' in database " + place.database + "; make it with `"
                    + CommandLine("sandbox create").global("--store", place.store).positional(place.sandbox).text() + "`";
    else
        f.message = "Lockdesk's schema is not installed in database " + place.database + "; " + init_line(place);
    return f;
}

Failure older_schema_failure(int version, const Place& place, const std::string& statement)
{
    Failure f{FailureKind::unavailable};
    f.statement = statement;
    f.message = "Lockdesk's schema in database " + place.database + " has version " + std::to_string(version)
                + ", which is older than this program; to bring it up to date in place, " + init_line(place);
    return f;
}

Failure newer_schema_failure(int version, const std::string& statement)
{
    Failure f{FailureKind::read_only};
    f.statement = statement;
    f.message = "the store's schema has version " + std::to_string(version)
                + ", which is newer than this program; it is opened read-only. Use a newer Lockdesk to write";
    return f;
}

Failure foreign_table_failure(const std::string& table, const Place& place, const char* code, const char* advice)
{
    Failure f{FailureKind::unavailable};
    f.code = code;
    f.statement = "schema";
    f.message = "a table " + table + " that is not Lockdesk's is in database " + place.database
                + (place.schema.empty() ? "" : ", schema " + place.schema) + "; nothing was changed. " + advice;
    return f;
}

Failure no_own_session_failure(const Place& place, const std::string& what)
{
    const char* between = place.product == "PostgreSQL" ? "a pooler" : "a proxy";
    return Failure::unsupported(std::string(between) + " stands in front of " + place.product + " at " + place.server
                                + ", and " + what);
}

} // namespace lockdesk::sql
