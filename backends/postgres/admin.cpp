// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include "backends/postgres/errors.h"
#include "backends/postgres/sandbox_login.h"

#include <algorithm>

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

// Runs in the transaction that holds the schema's lock.
Answer<SchemaState> bring_up_to_date(sql::Link& link, int version)
{
    if (version < 2)
        for (const char* step : upgrade_steps)
            if (const auto changed = link.run_literal(step, statement_text(step), Effect::write); !changed)
                return changed.failure();
    return SchemaState{std::max(version, schema_version), false, std::nullopt};
}

Answer<SchemaState> create_in_transaction(sql::Link& link)
{
    if (const auto locked = link.run_literal("create_schema", statement_text("schema_lock"), Effect::write); !locked)
        return locked.failure();
    const auto installed = link.run("installed", {}, Effect::read);
    if (!installed)
        return installed.failure();
    for (int i = 0; i < installed->rows(); ++i) {
        if (installed->text(i, 1) != "lockdesk_meta")
            continue;
        const auto version = link.run("schema_version", {}, Effect::read);
        if (version && version->number(0, 1) > 0)
            return bring_up_to_date(link, static_cast<int>(version->number(0, 1)));
        return foreign_table_failure("lockdesk_meta", link.place());
    }
    if (installed->rows() > 0)
        return foreign_table_failure(std::string(installed->text(0, 1)), link.place());
    if (const auto created = link.run_literal("create_schema", schema_sql(false), Effect::write); !created)
        return created.failure();
    return SchemaState{schema_version, true};
}

// Sets the floor in the transaction that creates the schema, so that no grant precedes it.
Answer<SchemaState> create_schema(sql::Link& link, const std::optional<TokenFloor>& floor)
{
    const bool newer = link.schema_version() > schema_version; // never written to
    if (link.schema_version() >= schema_version && (newer || !floor))
        return sql::settle_floor(link, floor, SchemaState{link.schema_version(), false, std::nullopt});
    if (dynamic_cast<Connection&>(link.connection()).server_version() < oldest_server)
        return Failure::unsupported("PostgreSQL " + link.server_version() + " is too old; 13 or newer is needed");
    auto answer = link.in_transaction<SchemaState>("create_schema", [&]() -> Answer<SchemaState> {
        auto state = create_in_transaction(link);
        return state ? sql::settle_floor(link, floor, *state) : state;
    });
    if (answer) {
        link.greet_again();
        return {*answer, sql::server_time(link)};
    }
    auto failure = answer.failure();
    if (failure.code == "3F000")
        failure.message = "no schema of the search_path exists in database " + link.place().database
                          + "; create one, or set search_path with ?options=-csearch_path=...";
    return failure;
}

Answer<std::int64_t> marked_sessions(sql::Link& link, const std::string& mark)
{
    Values values;
    values.text("mark", mark);
    return sql::decoded(link.run("marked_sessions", values, Effect::read), sql::first_number);
}

Answer<Done> create_alone(sql::Link& link, const std::function<Answer<Done>()>& work)
{
    return link.in_transaction<Done>("sandbox_create", [&]() -> Answer<Done> {
        const auto locked = link.run_literal("sandbox_create", statement_text("schema_lock"), Effect::write);
        return locked ? work() : locked.failure();
    });
}

// Not in a transaction, which would fail as a whole with the statement that ends others.
Answer<Done> drop_alone(sql::Link&, const std::function<Answer<Done>()>& work) { return work(); }

std::string sandbox_create_sql(const sql::Link& link, const SandboxId& id, const std::string& comment)
{
    Values values;
    values.sql("schema", sandbox_schema(id)).sql("ddl", schema_sql(true)).sql("comment", comment);
    return link.text("sandbox_create", values);
}

// A frozen process of a lesson may have a transaction open, which blocks the drop of its tables.
void end_transactions_in(sql::Link& link, const SandboxId& id)
{
    Values schema;
    schema.text("schema", sandbox_schema(id));
    (void)link.run("sandbox_holders", schema, Effect::write);
}

} // namespace

const sql::AdminForms& admin_forms()
{
    static const sql::AdminForms forms{"42P01",
                                       "",
                                       schema_text,
                                       upgrade_text,
                                       create_schema,
                                       read_durability,
                                       "42P01",
                                       marked_sessions,
                                       create_alone,
                                       drop_alone,
                                       sandbox_create_sql,
                                       end_transactions_in,
                                       sandbox_drop_sql};
    return forms;
}

} // namespace lockdesk::postgres
