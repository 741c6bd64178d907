// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

namespace lockdesk::postgres {

namespace {

constexpr int oldest_server = 130000; // xid8 and pg_current_xact_id()

// Returns the DDL of a schema outside or inside a sandbox; the two differ in their clock.
std::string schema_sql(bool sandbox)
{
    std::string sql;
    const char* clock = sandbox ? "schema_clock_sandbox" : "schema_clock";
    for (const char* part : {clock, "schema", "schema_functions", "schema_triggers"})
        sql += (sql.empty() ? "" : "\n\n") + statement_text(part);
    return sql + "\n";
}

std::string schema_text(const sql::Link& link) { return schema_sql(link.options().sandbox.has_value()); }

constexpr const char* upgrade_steps[] = {"upgrade_2", "schema_functions"};

std::string upgrade_text(const sql::Link&)
{
    std::string sql;
    for (const char* step : upgrade_steps)
        sql += statement_text(step) + "\n";
    return sql;
}

std::optional<Failure> unfit_server(sql::Link& link)
{
    if (dynamic_cast<Connection&>(link.connection()).server_version() >= oldest_server)
        return std::nullopt;
    return Failure::unsupported("PostgreSQL " + link.server_version() + " is too old; 13 or newer is needed");
}

std::string create_sql(const sql::Link&, const std::optional<TokenFloor>&) { return schema_sql(false); }

Answer<Done> create_alone(sql::Link& link, const std::string& name, const std::function<Answer<Done>()>& work)
{
    auto done = link.in_transaction<Done>(name, [&]() -> Answer<Done> {
        const auto locked = link.run_literal(name, statement_text("schema_lock"), Effect::write);
        return locked ? work() : locked.failure();
    });
    if (done || done.failure().code != "3F000")
        return done;
    auto failure = done.failure();
    failure.message = "no schema of the search_path exists in database " + link.place().database
                      + "; create one, or set search_path with ?options=-csearch_path=...";
    return failure;
}

// Not in a transaction, which would fail as a whole with the statement that ends others.
Answer<Done> drop_alone(sql::Link&, const std::string&, const std::function<Answer<Done>()>& work) { return work(); }

std::string sandbox_create_sql(const sql::Link& link, const SandboxId& id, const std::string& comment)
{
    Values values;
    values.sql("schema", sandbox_name(id)).sql("ddl", schema_sql(true)).sql("comment", comment);
    return link.text("sandbox_create", values);
}

// A frozen process of a lesson may have a transaction open, which blocks the drop of its tables.
void end_transactions_in(sql::Link& link, const SandboxId& id)
{
    (void)link.run("sandbox_holders", {{"schema", sandbox_name(id)}}, Effect::write);
}

} // namespace

const sql::AdminForms admin_forms{"42P01",
                                  "42P07",
                                  "Rename it, or use another database or search_path",
                                  "",
                                  false,
                                  schema_text,
                                  upgrade_text,
                                  unfit_server,
                                  create_sql,
                                  "42P01",
                                  create_alone,
                                  drop_alone,
                                  sandbox_create_sql,
                                  end_transactions_in,
                                  sandbox_drop_sql};

} // namespace lockdesk::postgres
