// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/errors.h"

#include <algorithm>
#include <utility>

namespace lockdesk::postgres {

namespace {

Failure authentication(const Trouble& trouble, const Place& place)
{
    const std::string user = trouble.needs_password_of.empty() ? place.user : trouble.needs_password_of;
    if (trouble.code == "28P01" || trouble.code.empty())
        return Failure::refused((trouble.code.empty() ? "no password for user " : "wrong password for user ") + user + " at "
                                + place.server + "; give it in the URL, the variable PGPASSWORD or ~/.pgpass");
    return Failure::refused("PostgreSQL at " + place.server + " refuses user " + user + ": " + trouble.text
                            + "; see pg_hba.conf of the server");
}

Failure permission(const Trouble& trouble, const Place& place)
{
    const std::string schema = place.schema.empty() ? "public" : place.schema;
    return Failure::refused("user " + place.user + " lacks a permission: " + trouble.text
                            + ". As the owner: GRANT USAGE ON SCHEMA " + schema + " TO " + place.user
                            + "; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + schema + " TO "
                            + place.user + ";");
}

// By the beginning of the code.
constexpr std::pair<std::string_view, sql::Meaning> by_code[] = {
    {"3D000", sql::meanings::no_database},
    {"42703", sql::meanings::not_as_made},
    {"42804", sql::meanings::not_as_made},
    {"25006", sql::meanings::write_refused},
    {"57014", {FailureKind::unavailable, true, "PostgreSQL did not finish in time; nothing was changed"}},
    {"40001", sql::meanings::rolled_back},
    {"40P01", sql::meanings::rolled_back},
    {"53300", sql::meanings::no_slot},
    {"53", sql::meanings::no_resources},
    {"57P", {FailureKind::unavailable, true, "PostgreSQL at {server} is starting or shutting down"}},
    {"55P03", {FailureKind::unavailable, true, "a row stayed locked for too long"}},
    {"42P07", sql::meanings::exists},
    {"42723", sql::meanings::exists},
    {"22021", {FailureKind::usage, false, "the text cannot be stored in this database's encoding"}},
    {"", sql::meanings::rejected},
};

Failure from_server(const Trouble& trouble, const Place& place)
{
    const auto& code = trouble.code;
    if (code.starts_with("28") || (code.empty() && !trouble.needs_password_of.empty()))
        return authentication(trouble, place);
    if (code == "42501")
        return permission(trouble, place);
    if (code == "42P01" || code == "3F000" || code == "42883")
        return sql::schema_missing_failure(place);
    const auto* meaning = std::ranges::find_if(by_code, [&](const auto& one) { return code.starts_with(one.first); });
    return sql::failure_of(meaning->second, trouble, place);
}

} // namespace

bool is_rolled_back(const std::string& code) { return code == "40001" || code == "40P01"; }

Failure to_failure(const Trouble& trouble, const Place& place, const std::string& statement, bool write)
{
    Trouble known = trouble;
    if (trouble.connecting && !trouble.needs_password_of.empty() && trouble.cause == Trouble::Cause::lost)
        known.cause = Trouble::Cause::server; // it refused the login, and sent no code
    const bool in_doubt = known.cause != Trouble::Cause::server && trouble.sent && write;
    return sql::to_failure(known, place, statement, in_doubt, from_server);
}

Failure not_storable_failure(const std::string& statement)
{
    return Failure::usage("a text holds a NUL byte or is not UTF-8; PostgreSQL cannot store it").in_statement(statement);
}

} // namespace lockdesk::postgres
