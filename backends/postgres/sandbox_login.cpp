// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/sandbox_login.h"

#include "backends/engine/text/text.h"

#include <array>
#include <random>

namespace lockdesk::postgres {

namespace {

constexpr const char* role_key = "sql_role";
constexpr const char* password_key = "sql_password";
constexpr const char* login_name = "sandbox_login";

std::string random_letters(std::size_t bytes)
{
    std::random_device source; // the kernel's
    std::string out;
    while (out.size() < bytes)
        out += static_cast<char>(source() & 0xff);
    return hex(reinterpret_cast<const unsigned char*>(out.data()), bytes);
}

std::string meta_of(const SandboxId& sandbox) { return sandbox_schema(sandbox) + ".lockdesk_meta"; }

// Names and passwords are ours, of letters, digits and _ alone.
std::string sql_that_makes(const SandboxId& sandbox, const SandboxLogin& login)
{
    const std::string schema = sandbox_schema(sandbox);
    const std::string &role = login.role, rows = "SELECT, INSERT, UPDATE, DELETE";
    return "CREATE ROLE " + role + " LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD '"
           + login.password + "';\nGRANT " + role + " TO CURRENT_USER;\nGRANT USAGE, CREATE ON SCHEMA " + schema + " TO "
           + role + ";\nGRANT " + rows + " ON ALL TABLES IN SCHEMA " + schema + " TO " + role
           + ";\nGRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA " + schema + " TO " + role + ";\nREVOKE ALL ON "
           + meta_of(sandbox) + " FROM " + role + ";\nREVOKE INSERT, UPDATE, DELETE ON " + schema + ".lockdesk_clock FROM "
           + role + ";\nALTER DEFAULT PRIVILEGES IN SCHEMA " + schema + " GRANT " + rows + " ON TABLES TO " + role
           + ";\nINSERT INTO " + meta_of(sandbox) + " (key, value) VALUES ('" + role_key + "', '" + role + "'), ('"
           + password_key + "', '" + login.password + "')";
}

// What everybody may do in this database, the role may do as well: PUBLIC cannot be taken from one alone.
std::string sql_that_looks(const std::string& schema, const std::string& role)
{
    const std::string others = " n.nspname NOT IN ('pg_catalog', 'information_schema', '" + schema
                               + "') AND n.nspname !~ '^pg_' AND has_schema_privilege(n.oid, 'USAGE')";
    return "SELECT coalesce("
           "(SELECT 'the server took the login of ' || session_user WHERE current_user <> '"
           + role + "' OR session_user <> '" + role
           + "'), (SELECT 'the search path is another one' WHERE current_schemas(false) <> ARRAY['" + schema
           + "']::name[]), (SELECT 'its role has rights of others' FROM pg_roles r WHERE r.rolname = current_user AND "
             "(r.rolsuper "
             "OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls OR EXISTS (SELECT 1 FROM "
             "pg_auth_members m "
             "WHERE m.member = r.oid))), (SELECT 'everybody may create tables in the schema ' || n.nspname FROM "
             "pg_namespace n "
             "WHERE"
           + others
           + " AND has_schema_privilege(n.oid, 'CREATE') LIMIT 1), (SELECT 'everybody may use the table ' || n.nspname || "
             "'.' || "
             "c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', "
             "'m', 'f') "
             "AND"
           + others
           + " AND has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE') AND NOT EXISTS (SELECT 1 FROM "
             "pg_depend "
             "d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') LIMIT 1), (SELECT "
             "'everybody may "
             "call the function ' || n.nspname || '.' || p.proname || ', which has its owner''s rights' FROM pg_proc p JOIN "
             "pg_namespace n ON n.oid = p.pronamespace WHERE p.prosecdef AND"
           + others + " AND has_function_privilege(p.oid, 'EXECUTE') LIMIT 1), '')";
}

// Not of a broken line: of what the user may not do, or the server does not let anybody do just now.
bool may_not(const Failure& failure)
{
    return failure.code == "42501" || failure.code == "25006" || failure.code == "0A000";
}

Answer<SandboxLogin> find_or_make(sql::Link& link, const SandboxId& sandbox)
{
    const auto lock = link.run_literal(
        login_name, "SELECT pg_advisory_xact_lock(hashtext('lockdesk sql'), hashtext('" + sandbox.str() + "'))",
        Effect::write);
    if (!lock)
        return lock.failure();
    const auto known = link.run_literal(login_name,
                                        "SELECT r.value, p.value FROM " + meta_of(sandbox) + " r JOIN " + meta_of(sandbox)
                                            + " p ON p.key = '" + password_key + "' WHERE r.key = '" + role_key + "'",
                                        Effect::read);
    if (!known)
        return known.failure();
    if (known->rows() > 0)
        return SandboxLogin{std::string(known->text(0, 0)), std::string(known->text(0, 1))};
    const SandboxLogin login{sandbox_schema(sandbox) + "_" + random_letters(4), random_letters(20)};
    const auto made = link.run_literal(login_name, sql_that_makes(sandbox, login), Effect::write);
    if (!made)
        return made.failure();
    return login;
}

} // namespace

Answer<SandboxLogin> sandbox_login(sql::Link& link)
{
    const SandboxId sandbox = *link.options().sandbox;
    auto login = link.in_transaction<SandboxLogin>(login_name, [&] { return find_or_make(link, sandbox); });
    if (!login && may_not(login.failure()))
        return cannot_confine("no account of its own can be made there (" + login.failure().message + ")");
    return login;
}

ConnectOptions as_sandbox_login(ConnectOptions options, const SandboxLogin& login)
{
    std::erase_if(options, [](const auto& option) {
        return option.first == "user" || option.first == "password" || option.first == "passfile";
    });
    options.emplace_back("user", login.role);
    options.emplace_back("password", login.password);
    return options;
}

Answer<std::string> beyond_the_sandbox(Connection& connection, const sql::Link& link, const SandboxLogin& login,
                                       SteadyPoint deadline)
{
    auto answer = connection.query_once(sql_that_looks(sandbox_schema(*link.options().sandbox), login.role), {}, deadline);
    if (const auto* trouble = std::get_if<Trouble>(&answer))
        return link.to_failure(*trouble, login_name, false);
    const auto& found = std::get<Reply>(answer);
    return found.rows() == 1 ? std::string(found.text(0, 0)) : std::string("it does not say what this account may do");
}

Answer<std::string> sandbox_drop_sql(sql::Link& link, const SandboxId& sandbox)
{
    const std::string drop = "DROP SCHEMA IF EXISTS " + sandbox_schema(sandbox) + " CASCADE";
    const auto found = link.run_literal(login_name,
                                        "SELECT m.value FROM " + meta_of(sandbox)
                                            + " m JOIN pg_roles r ON r.rolname = m.value WHERE m.key = '" + role_key + "'",
                                        Effect::read);
    if (!found && found.failure().kind == FailureKind::unavailable && found.failure().connection_lost)
        return found.failure();
    if (!found || found->rows() == 0)
        return drop;
    const std::string role(found->text(0, 0));
    // A name that is not ours could have been written there by hand.
    if (!role.starts_with(sandbox_schema(sandbox) + "_")
        || role.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
        return drop;
    return drop + "; DROP OWNED BY " + role + "; DROP ROLE " + role;
}

} // namespace lockdesk::postgres
