// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/errors.h"

#include "backends/engine/text/command_line.h"
#include "backends/engine/text/placeholders.h"
#include "backends/engine/text/url_options.h"

namespace lockdesk::sql {

namespace {

std::string init_line(const Place& place)
{
    return "run `" + CommandLine("init").global("--store", place.store).text() + "`";
}

const char* between(const Place& place) { return place.product == "PostgreSQL" ? "a pooler" : "a proxy"; }

// For trouble that does not come from the server: the call was late, cut or interrupted.
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

Failure not_kept_failure(const Trouble& trouble, const Place& place)
{
    const char* or_pool = place.product == "PostgreSQL" ? "let it pool transactions or sessions, or " : "";
    return Failure::unavailable(std::string(between(place)) + " stands in front of " + place.product + " at " + place.server
                                + " and does not keep " + trouble.text + ", which this session needs; " + or_pool
                                + "address the server itself");
}

} // namespace

Place place_of(const char* product, const StoreUrl& url, const SessionOptions& options, const std::string& server)
{
    Place place;
    place.product = product;
    place.server = server.empty() ? "the local socket" : server.find(':') == std::string::npos ? server : "[" + server + "]";
    place.database = url.path();
    place.user = url.user();
    place.sandbox = options.sandbox ? options.sandbox->str() : std::string{};
    place.store = url.redacted();
    return place;
}

Failure failure_of(const Meaning& meaning, const Trouble& trouble, const Place& place)
{
    const auto sentence = fill_placeholders(
        meaning.sentence, {{"product", place.product}, {"server", place.server}, {"database", place.database}});
    return Failure::of(meaning.kind, sentence + (trouble.text.empty() ? "" : ": " + trouble.text))
        .try_again(meaning.retryable);
}

Failure to_failure(const Trouble& trouble, const Place& place, const std::string& statement, bool in_doubt,
                   Failure (*from_server)(const Trouble& trouble, const Place& place))
{
    if (trouble.cause == Trouble::Cause::untrusted)
        return untrusted_failure(place.product + " at " + place.server, trouble.text, statement);
    Failure f = trouble.cause == Trouble::Cause::pooled                ? not_kept_failure(trouble, place)
                : trouble.cause == Trouble::Cause::server && !in_doubt ? from_server(trouble, place)
                                                                       : failure_on_the_way(trouble, place, in_doubt);
    f.code = trouble.code;
    f.statement = statement;
    return f;
}

Failure schema_missing_failure(const Place& place)
{
    if (place.sandbox.empty())
        return Failure::unavailable("Lockdesk's schema is not installed in database " + place.database + "; "
                                    + init_line(place));
    const auto create = CommandLine("sandbox create").global("--store", place.store).positional(place.sandbox).text();
    return Failure::unavailable("there is no sandbox '" + place.sandbox + "' in database " + place.database
                                + "; make it with `" + create + "`");
}

Failure older_schema_failure(int version, const Place& place, const std::string& statement)
{
    return Failure::unavailable("Lockdesk's schema in database " + place.database + " has version " + std::to_string(version)
                                + ", which is older than this program; to bring it up to date in place, " + init_line(place))
        .in_statement(statement);
}

Failure newer_schema_failure(int version, const std::string& statement)
{
    return Failure::read_only("the store's schema has version " + std::to_string(version)
                              + ", which is newer than this program; it is opened read-only. Use a newer Lockdesk to write")
        .in_statement(statement);
}

Failure foreign_table_failure(const std::string& table, const Place& place, const char* code, const char* advice)
{
    return Failure::unavailable("a table " + table + " that is not Lockdesk's is in database " + place.database
                                + (place.schema.empty() ? "" : ", schema " + place.schema) + "; nothing was changed. "
                                + advice)
        .with_code(code)
        .in_statement("schema");
}

Failure no_own_session_failure(const Place& place, const std::string& what)
{
    return Failure::unsupported(std::string(between(place)) + " stands in front of " + place.product + " at " + place.server
                                + ", and " + what);
}

} // namespace lockdesk::sql
