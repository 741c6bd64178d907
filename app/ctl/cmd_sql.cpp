// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "backends/engine/text/shown_text.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

Json value_json(const StatementValue& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return *number;
    if (const auto* text = std::get_if<std::string>(&value))
        return to_valid_utf8(*text);
    return nullptr;
}

Json rows_json(const StatementResult& result)
{
    Json rows = Json::array();
    for (const auto& fields : result.rows) {
        Json row = Json::object();
        for (std::size_t i = 0; i < fields.size(); ++i)
            row[to_valid_utf8(result.columns.at(i))] = value_json(fields[i]);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string for_people(const Json& rows, const StatementResult& result)
{
    if (result.refused())
        return shown("refused: " + result.message + " [" + result.code + "]");
    std::string text;
    for (const Json& row : rows) {
        std::string fields;
        for (const auto& [column, value] : row.items())
            fields += (fields.empty() ? "" : "  ") + shown(column) + "="
                      + (value.is_string() ? shown(value.get<std::string>()) : value.dump());
        text += fields + '\n';
    }
    if (result.truncated)
        text += "There are more.\n";
    if (result.columns.empty())
        return std::to_string(result.affected) + " rows";
    return text.empty() ? "no rows" : text.substr(0, text.size() - 1);
}

int sql(Context& context, const Args& args)
{
    if (!context.options().sandbox)
        throw CommandFailed{only_in_a_sandbox(), std::nullopt};
    const std::string text = args.text("TEXT");
    if (text.find_first_not_of(" \t\n;") == std::string::npos)
        fail_usage("the text has no statement");
    if (args.has("--trust"))
        context.set_trust(true);
    const auto answer = context.ask([&](Session& s) { return s.statements().run(text); });
    const StatementResult& result = answer.value;
    Json line = Output::line("sql", answer.at);
    line["rows"] = rows_json(result);
    line["affected"] = result.affected;
    line["code"] = text_or_null(result.code);
    line["message"] = text_or_null(result.message);
    line["in_transaction"] = result.in_transaction;
    line["truncated"] = result.truncated;
    context.out().emit_lines(line, for_people(line["rows"], result));
    return result.refused() ? exit_refused : exit_done;
}

} // namespace

void add_sql_commands(CommandTree& tree)
{
    tree.add("sql", "Run one SQL statement in a sandbox.", sql)
        .positional("TEXT", "the statement; {items} in it is the sandbox's table of that name, {now} its clock")
        .text("For lessons: it runs only with --sandbox, on SQLite, PostgreSQL and MariaDB. In a batch a transaction "
              "stays open from line to line, on a separate connection; BEGIN, COMMIT and ROLLBACK are "
              "statements. A table of such a name is dropped with the sandbox. Lockdesk's own tables are there "
              "too, as {locks} or {outbox}.")
        .flag("--trust", "run under this login if the server cannot create one that is confined to the sandbox")
        .text("The statement reaches the tables of the sandbox and nothing else: SQLite checks each access, and the "
              "servers have a login for the sandbox, for which the user must be allowed to create accounts. Files, "
              "programs, other tables, functions, triggers, settings and rights are out of reach. Where a server "
              "cannot confine the statement, it is refused (7) unless --trust is given.")
        .text("Exit status 4 when the store refuses the statement; the line has its code and message then.")
        .example("lockdeskctl --sandbox demo sql 'CREATE TABLE {items} (id INT PRIMARY KEY, stock INT)'")
        .example("lockdeskctl --sandbox demo sql 'UPDATE {items} SET stock = stock - 1 WHERE id = 7 AND stock > 0'");
}

} // namespace lockdesk::ctl
