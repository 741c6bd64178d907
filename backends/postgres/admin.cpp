// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include <array>

namespace lockdesk::postgres {

namespace {

// The DDL outside and inside a sandbox differs in the clock.
std::string schema_sql(const std::optional<SandboxId>& sandbox, const std::string&, const std::optional<TokenFloor>&)
{
    constexpr std::array<const char*, 3> parts{"schema", "schema_functions", "schema_triggers"};
    const auto begin = statement_text(sandbox ? "schema_clock_sandbox" : "schema_clock") + "\n\n";
    return begin + sql::joined(parts, statement_text, "\n\n");
}

std::string upgrade_text(const sql::Link&)
{
    return statement_text("upgrade_2") + "\n" + statement_text("schema_functions") + "\n";
}

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

std::string sandbox_create_sql(const sql::Link& link, const SandboxId& id, std::int64_t made_at)
{
    const auto ddl = schema_sql(id, {}, std::nullopt) + "\n", schema = sandbox_name(id);
    return link.text("sandbox_create", {{"schema", sql::Sql{schema}}, {"ddl", sql::Sql{ddl}}, {"made_at", made_at}});
}

// A frozen process of a lesson may have a transaction open, which blocks the drop of its tables.
void end_transactions_in(sql::Link& link, const SandboxId& id)
{
    (void)link.run("sandbox_holders", {{"schema", sandbox_name(id)}}, Effect::write);
}

} // namespace

const sql::AdminForms admin_forms{.no_such_table = "42P01",
                                  .table_exists = "42P07",
                                  .use_another = "Rename it, or use another database or search_path",
                                  .finishes_init = false,
                                  .schema_sql = schema_sql,
                                  .upgrade_text = upgrade_text,
                                  .no_wait_table = "42P01",
                                  .create_alone = create_alone,
                                  .drop_alone = drop_alone,
                                  .sandbox_create_sql = sandbox_create_sql,
                                  .end_transactions_in = end_transactions_in,
                                  .sandbox_drop_sql = sandbox_drop_sql};

} // namespace lockdesk::postgres
