// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include <algorithm>
#include <ranges>

namespace lockdesk::mariadb {

namespace {

// DDL is not transactional: a named lock of the server admits one `init` at a time.
constexpr std::string_view schema_lock = "lockdesk schema";

std::string schema_sql(const std::optional<SandboxId>& sandbox, const std::string& comment, const std::optional<TokenFloor>& floor)
{
    auto values = fixed_values(sandbox);
    values.sql("floor", !floor ? "0" : floor->number ? std::to_string(*floor->number) : statement_text("floor_of_clock"));
    values.sql("comment", comment).number("version", schema_version);
    return Template(statement_text("schema"), values).fill({});
}

std::string upgrade_text(const sql::Link& link) { return link.text("upgrade_2") + "\n"; }

// Under the schema's lock, because DDL cannot be rolled back.
Answer<Done> alone(sql::Link& link, const std::string&, const std::function<Answer<Done>()>& work)
{
    Values values;
    values.text("key", std::string(schema_lock) + " " + link.place().database);
    values.number("wait", std::max<std::int64_t>(link.options().timeout / std::chrono::seconds{1}, 1));
    const auto locked = link.run("schema_lock", values, Effect::read);
    if (!locked)
        return locked.failure();
    if (!locked->last().boolean(0, 1))
        return Failure::unavailable("somebody else changes the schema just now").in_statement("schema_lock").try_again();
    auto done = work();
    const auto freed = link.run("schema_unlock", values, Effect::read);
    if (done && !freed)
        return freed.failure();
    return done;
}

std::string sandbox_create_sql(const sql::Link&, const SandboxId& id, std::int64_t made_at)
{
    return schema_sql(id, "lockdesk sandbox " + std::to_string(made_at), std::nullopt) + ";\n" + Template(statement_text("clock_start"), fixed_values(id)).fill({});
}

// A frozen process of a lesson may have a transaction open, which blocks the drop of its tables. Finds such connections
// by the server's named locks, which end with their connections.
void end_transactions_in(sql::Link& link, const SandboxId& id)
{
    const auto mark = [&](int number) {
        return "\n        UNION ALL SELECT IS_USED_LOCK(" + literal(statement_mark(link.place(), id, number)) + ")";
    };
    const auto values = fixed_values(id).sql("marks", sql::joined(std::views::iota(0, statement_marks), mark, ""));
    const auto holders =
        link.run_literal("sandbox_holders", Template(statement_text("sandbox_holders"), values).fill({}), Effect::read);
    if (!holders)
        return; // the drop reports what is wrong
    const Result& r = holders->last();
    for (int i = 0; i < r.rows(); ++i)
        (void)link.run_literal("sandbox_holders", "KILL CONNECTION " + std::to_string(r.number(i, 1)), Effect::read);
}

Answer<std::string> drop_of_tables(sql::Link& link, const SandboxId& id)
{
    return sql::decoded(link.run("sandbox_tables", {{"prefix", table_prefix(id)}}, Effect::read), [](const Result& drops) {
        const auto drop = [&](int i) { return std::string(drops.text(i, 1)) + "; "; };
        return "SET SESSION foreign_key_checks = 0; " + sql::joined(std::views::iota(0, drops.rows()), drop, "")
               + "SET SESSION foreign_key_checks = 1";
    });
}

Answer<std::string> sandbox_drop_sql(sql::Link& link, const SandboxId& id)
{
    auto account = login_drop_sql(link, id); // first: the sandbox has its name
    if (!account)
        return account;
    const auto tables = drop_of_tables(link, id);
    if (!tables)
        return tables;
    return (account->empty() ? "" : *account + ";\n") + *tables + ";\n"
           + Template(statement_text("drop"), fixed_values(id)).fill({});
}

} // namespace

const sql::AdminForms admin_forms{.no_such_table = "1146",
                                  .table_exists = "1050",
                                  .use_another = "Rename it, or use another database",
                                  .finishes_init = true,
                                  .schema_sql = schema_sql,
                                  .upgrade_text = upgrade_text,
                                  .no_wait_table = "1109",
                                  .create_alone = alone,
                                  .drop_alone = alone,
                                  .sandbox_create_sql = sandbox_create_sql,
                                  .end_transactions_in = end_transactions_in,
                                  .sandbox_drop_sql = sandbox_drop_sql};

} // namespace lockdesk::mariadb
