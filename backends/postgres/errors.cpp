// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/errors.h"

#include "backends/engine/text/url_options.h"

namespace lockdesk::postgres {

namespace {

Failure authentication(const Trouble& trouble, const Place& place)
{
    Failure f{FailureKind::refused};
    const std::string user = trouble.needs_password_of.empty() ? place.user : trouble.needs_password_of;
    if (trouble.code == "28P01" || trouble.code.empty())
        f.message = (trouble.code.empty() ? "no password for user " : "wrong password for user ") + user + " at "
                    + place.server + "; give it in the URL, the variable PGPASSWORD or ~/.pgpass";
    else
        f.message = "PostgreSQL at " + place.server + " refuses user " + user + ": " + trouble.text
                    + "; see pg_hba.conf of the server";
    return f;
}

Failure permission(const Trouble& trouble, const Place& place)
{
    const std::string schema = place.schema.empty() ? "public" : place.schema;
    return Failure::refused("user " + place.user + " lacks a permission: " + trouble.text
                            + ". As the owner: GRANT USAGE ON SCHEMA " + schema + " TO " + place.user
                            + "; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + schema + " TO "
                            + place.user + ";");
}

Failure from_server(const Trouble& trouble, const Place& place)
{
    const std::string& code = trouble.code;
    const auto plain = [&](FailureKind kind, bool retryable, const std::string& what) {
        return Failure::of(kind, what + (trouble.text.empty() ? "" : ": " + trouble.text)).try_again(retryable);
    };
    if (code.starts_with("28"))
        return authentication(trouble, place);
    if (code == "42501")
        return permission(trouble, place);
    if (code == "3D000")
        return plain(FailureKind::unavailable, false, "database " + place.database + " does not exist at " + place.server);
    if (code == "42P01" || code == "3F000" || code == "42883")
        return sql::schema_missing_failure(place);
    if (code == "42703" || code == "42804")
        return plain(FailureKind::unavailable, false,
                     "a table of Lockdesk's in database " + place.database + " is not as Lockdesk made it");
    if (code == "25006")
        return plain(FailureKind::read_only, false,
                     "the session or the server is read-only, so PostgreSQL refused the write");
    if (code == "57014")
        return plain(FailureKind::unavailable, true, "PostgreSQL did not finish in time; nothing was changed");
    if (code == "40001" || code == "40P01")
        return plain(FailureKind::unavailable, true, "PostgreSQL rolled back because of concurrent work");
    if (code == "53300")
        return plain(FailureKind::unavailable, true,
                     "PostgreSQL at " + place.server + " has no free connection; raise max_connections or close some");
    if (code.starts_with("53"))
        return plain(FailureKind::unavailable, true, "PostgreSQL lacks resources (disk or memory)");
    if (code.starts_with("57P"))
        return plain(FailureKind::unavailable, true, "PostgreSQL at " + place.server + " is starting or shutting down");
    if (code == "55P03")
        return plain(FailureKind::unavailable, true, "a row stayed locked for too long");
    if (code == "42P07" || code == "42723")
        return plain(FailureKind::unavailable, false, "something of the same name is there already, nothing was created");
    if (code == "22021")
        return plain(FailureKind::usage, false, "the text cannot be stored in this database's encoding");
    return plain(FailureKind::unavailable, false, "PostgreSQL rejected the statement");
}

Failure from_pooler(const Trouble& trouble, const Place& place)
{
    return Failure::unavailable(
        "a pooler stands in front of PostgreSQL at " + place.server + " and does not keep " + trouble.text
        + ", which this session needs; let it pool transactions or sessions, or address the server itself");
}

} // namespace

bool is_worth_retrying(const Trouble& trouble)
{
    return trouble.cause == Trouble::Cause::server && (trouble.code == "40001" || trouble.code == "40P01");
}

Failure to_failure(const Trouble& trouble, const Place& place, const std::string& statement, bool write)
{
    if (trouble.cause == Trouble::Cause::untrusted)
        return untrusted_failure("PostgreSQL at " + place.server, trouble.text, statement);
    const bool refused_at_the_door = trouble.connecting && !trouble.needs_password_of.empty()
                                     && (trouble.cause == Trouble::Cause::lost || trouble.code.starts_with("28"));
    Failure f = refused_at_the_door                       ? authentication(trouble, place)
                : trouble.cause == Trouble::Cause::server ? from_server(trouble, place)
                : trouble.cause == Trouble::Cause::pooled ? from_pooler(trouble, place)
                                                          : sql::failure_on_the_way(trouble, place, trouble.sent && write);
    f.code = trouble.code;
    f.statement = statement;
    return f;
}

Failure foreign_table_failure(const std::string& table, const Place& place)
{
    return sql::foreign_table_failure(table, place, "42P07", "Rename it, or use another database or search_path");
}

Failure not_storable_failure(const std::string& statement)
{
    Failure f = Failure::usage("a text holds a NUL byte or is not UTF-8; PostgreSQL cannot store it");
    f.statement = statement;
    return f;
}

} // namespace lockdesk::postgres
