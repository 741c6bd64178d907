// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include <algorithm>
#include <cstdio>
#include <ranges>

namespace lockdesk::mariadb {

namespace {

constexpr int oldest_server = 1006; // SKIP LOCKED

// DDL is not transactional: a named lock of the server admits one `init` at a time.
constexpr std::string_view schema_lock = "lockdesk schema";

int server_number(const std::string& version)
{
    int major = 0;
    int minor = 0;
    return std::sscanf(version.c_str(), "%d.%d", &major, &minor) == 2 ? major * 100 + minor : 0;
}

const std::string sandbox_comment_outside = "empty outside sandboxes";

// Returns the DDL of a schema outside or inside a sandbox; `comment` is the clock table's. Sets the floor with the version.
std::string schema_sql(const std::optional<SandboxId>& sandbox, const std::string& comment,
                       const std::optional<TokenFloor>& floor = std::nullopt)
{
    auto values = fixed_values(sandbox);
    values.sql("floor", !floor ? "0" : floor->number ? std::to_string(*floor->number) : statement_text("floor_of_clock"));
    values.sql("comment", comment).number("version", schema_version);
    return Template(statement_text("schema"), values).fill({});
}

std::string schema_text(const sql::Link& link)
{
    return schema_sql(link.options().sandbox, sandbox_comment_outside) + "\n";
}

std::string upgrade_text(const sql::Link& link) { return link.text("upgrade_2") + "\n"; }

std::string create_sql(const sql::Link&, const std::optional<TokenFloor>& floor)
{
    return schema_sql(std::nullopt, sandbox_comment_outside, floor);
}

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

std::optional<Failure> unfit_server(sql::Link& link)
{
    const auto& version = link.server_version();
    if (version.find("MariaDB") == std::string::npos)
        return Failure::unsupported("the server is MySQL " + version
                                    + "; Lockdesk's schema needs sequences and compound statements, which MariaDB 10.6 has");
    if (server_number(version) < oldest_server)
        return Failure::unsupported("MariaDB " + version + " is too old; 10.6 or newer is needed");
    return std::nullopt;
}

std::string sandbox_create_sql(const sql::Link&, const SandboxId& id, const std::string& comment)
{
    return schema_sql(id, comment) + ";\n" + Template(statement_text("clock_start"), fixed_values(id)).fill({});
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
        std::string sql = "SET SESSION foreign_key_checks = 0; ";
        for (int i = 0; i < drops.rows(); ++i)
            sql += std::string(drops.text(i, 1)) + "; ";
        return sql + "SET SESSION foreign_key_checks = 1";
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

const sql::AdminForms admin_forms{"1146",
                                  "1050",
                                  "Rename it, or use another database",
                                  "_clock",
                                  true,
                                  schema_text,
                                  upgrade_text,
                                  unfit_server,
                                  create_sql,
                                  "1109",
                                  alone,
                                  alone,
                                  sandbox_create_sql,
                                  end_transactions_in,
                                  sandbox_drop_sql};

} // namespace lockdesk::mariadb
