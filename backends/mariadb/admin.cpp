// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include "backends/mariadb/errors.h"
#include "backends/mariadb/sandbox_login.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

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

Answer<std::int64_t> marked_sessions(sql::Link& link, const std::string& mark)
{
    const auto sql = link.expand("SELECT {real}, " + sessions_with(mark));
    return sql::decoded(link.run_literal("marked_sessions", sql, Effect::read), sql::first_number);
}

// A frozen process of a lesson may have a transaction open, which blocks the drop of its tables. Finds such connections
// by the server's named locks, which end with their connections.
void end_transactions_in(sql::Link& link, const SandboxId& id)
{
    std::string marks;
    for (int i = 0; i < statement_marks; ++i)
        marks += "\n        UNION ALL SELECT IS_USED_LOCK(" + literal(statement_mark(link.place(), id, i)) + ")";
    auto values = fixed_values(id);
    values.sql("marks", marks);
    const auto holders =
        link.run_literal("sandbox_holders", Template(statement_text("sandbox_holders"), values).fill({}), Effect::read);
    if (!holders)
        return; // the drop reports what is wrong
    const Result& r = holders->last();
    for (int i = 0; i < r.rows(); ++i)
        (void)link.run_literal("sandbox_holders", "KILL CONNECTION " + std::to_string(r.number(i, 1)), Effect::read);
}

// A sandbox "a_b" begins like a sandbox "a": tables that may belong to the longer name are kept.
Answer<std::string> drop_of_lesson_tables(sql::Link& link, const SandboxId& id, const std::vector<SandboxInfo>& sandboxes)
{
    const auto prefix = table_prefix(id);
    const auto tables = link.run("sandbox_tables", {{"prefix", prefix}}, Effect::read);
    if (!tables)
        return tables.failure();
    std::string sql = "SET SESSION foreign_key_checks = 0";
    for (int i = 0; i < tables->last().rows(); ++i) {
        const auto name = tables->last().text(i, 1);
        const bool of_another = std::any_of(sandboxes.begin(), sandboxes.end(), [&](const SandboxInfo& s) {
            const auto other = prefix.substr(0, prefix.size() - id.str().size() - 1) + s.id + "_";
            return other.size() > prefix.size() && name.starts_with(other);
        });
        // The clock is dropped last, with our other tables: it marks the sandbox as existing.
        if (of_another || name == prefix + "clock")
            continue;
        const auto type = tables->last().text(i, 2);
        const std::string what = type == "VIEW" ? "VIEW" : type == "SEQUENCE" ? "SEQUENCE" : "TABLE";
        sql += "; DROP " + what + " IF EXISTS `" + std::string(name) + "`";
    }
    return sql + "; SET SESSION foreign_key_checks = 1";
}

Answer<std::string> sandbox_drop_sql(sql::Link& link, const SandboxId& id, const std::vector<SandboxInfo>& sandboxes)
{
    auto account = login_drop_sql(link, id); // first: the sandbox has its name
    if (!account)
        return account;
    const auto tables = drop_of_lesson_tables(link, id, sandboxes);
    if (!tables)
        return tables;
    return (account->empty() ? "" : *account + ";\n") + *tables + ";\n"
           + Template(statement_text("drop"), fixed_values(id)).fill({});
}

bool is_off(std::string_view value)
{
    std::string low(value);
    std::transform(low.begin(), low.end(), low.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return low == "0" || low == "off";
}

Durability durability_in(const Reply& said)
{
    Durability out;
    const auto add = [&](std::string setting, const char* evidence, const char* advice,
                         Weakness::Kind kind = Weakness::Kind::loses) {
        out.weaknesses.push_back({kind, std::move(setting), evidence, advice});
    };
    const auto flush = said.number(0, 1);
    if (flush != 1 && flush != 3)
        add("innodb_flush_log_at_trx_commit " + std::to_string(flush),
            flush == 2 ? "a power cut can take the commits of the last second with it, and the tokens granted in them"
                       : "a crash can take the commits of the last second with it, and the tokens granted in them",
            "SET GLOBAL innodb_flush_log_at_trx_commit = 1", flush == 2 ? Weakness::Kind::lags : Weakness::Kind::loses);
    // A binary log, if there is one, decides after a crash which transactions had committed.
    if (!is_off(said.text(0, 2)) && said.number(0, 3) != 1)
        add("sync_binlog " + std::to_string(said.number(0, 3)),
            "with a binary log that is not forced to the disk, a power cut can undo commits that were acknowledged",
            "SET GLOBAL sync_binlog = 1");
    if (is_off(said.text(0, 4)))
        add("innodb_doublewrite off", "a power cut in the middle of a page's write can destroy committed rows",
            "innodb_doublewrite = ON");
    if (said.text(0, 5) == "nosync" || said.text(0, 5) == "O_DIRECT_NO_FSYNC")
        add("innodb_flush_method " + std::string(said.text(0, 5)), "commits are not forced to the disk",
            "innodb_flush_method = O_DIRECT");
    if (!said.is_null(0, 6))
        add("ENGINE of " + std::string(said.text(0, 6)), "this engine does not keep what was committed through a crash",
            "ALTER TABLE ... ENGINE=InnoDB");
    if (said.number(0, 7) > 0 && is_off(said.text(0, 8)))
        add("rpl_semi_sync_master_status off",
            "a failover to a replica can take the last commits with it, and the tokens granted in them",
            "SET GLOBAL rpl_semi_sync_master_enabled = ON, and rpl_semi_sync_slave_enabled on its replicas",
            Weakness::Kind::lags);
    return out;
}

} // namespace

const sql::AdminForms admin_forms{"1146",
                                  "_clock",
                                  true,
                                  schema_text,
                                  upgrade_text,
                                  unfit_server,
                                  create_sql,
                                  foreign_table_failure,
                                  durability_in,
                                  "1109",
                                  marked_sessions,
                                  alone,
                                  alone,
                                  sandbox_create_sql,
                                  end_transactions_in,
                                  sandbox_drop_sql};

} // namespace lockdesk::mariadb
