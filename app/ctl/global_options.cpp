// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/global_options.h"

#include "app/common/missing_value.h"
#include "app/ctl/cli_words.h"
#include "app/ctl/closest.h"
#include "app/ctl/table_columns.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>

namespace lockdesk::ctl {

namespace {

using Words = std::vector<std::string>;

const std::vector<std::pair<std::string, Layout::Format>> formats{{"table", Layout::Format::table},
                                                                  {"wide", Layout::Format::wide},
                                                                  {"json", Layout::Format::json},
                                                                  {"jsonl", Layout::Format::jsonl}};

std::string capitals(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
    return text;
}

const Command::Item* option_of(const Command* command, const std::string& word)
{
    if (command == nullptr)
        return nullptr;
    const auto name = word.substr(0, word.find('='));
    const auto& items = command->items();
    const auto found = std::find_if(items.begin(), items.end(), [&](const Command::Item& item) { return item.name == name; });
    return found != items.end() && name.starts_with('-') ? &*found : nullptr;
}

bool has_value_inside(const std::string& word) { return word.find('=') != std::string::npos; }

Layout::Format format_of(const std::string& text)
{
    for (const auto& [name, format] : formats)
        if (name == text)
            return format;
    fail_usage("Unknown output format '" + text + "'. Use one of: table, wide, json, jsonl."
               + did_you_mean(text, {"table", "wide", "json", "jsonl"}));
}

Words split_columns(const std::string& text)
{
    Words out;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(',', at), text.size());
        if (end > at)
            out.push_back(capitals(text.substr(at, end - at)));
        at = end + 1;
    }
    if (out.empty())
        fail_usage("--columns is empty; name some, e.g. --columns name,owner");
    return out;
}

// The texts of options as CLI11 leaves them.
struct Texts
{
    std::string timeout, sandbox, output, columns, sort;
    bool json = false, no_headers = false, no_pager = false;
};

void read_layout(const CLI::App& app, const Texts& texts, GlobalOptions& options, std::string& of_tables)
{
    Layout& layout = options.layout;
    if (app.count("--output") > 0)
        layout.format = format_of(texts.output);
    const bool array = layout.format == Layout::Format::json, lines = layout.format == Layout::Format::jsonl;
    if (texts.json && app.count("--output") > 0 && !lines)
        fail_usage("--json is -o jsonl; give one of --json and -o " + texts.output);
    options.json = texts.json || array || lines || (options.json && app.count("--output") == 0);
    if (app.count("--columns") > 0)
        layout.columns = split_columns(texts.columns);
    if (app.count("--sort") > 0)
        layout.sort = capitals(texts.sort);
    layout.headers = layout.headers && !texts.no_headers;
    layout.pager = layout.pager && !texts.no_pager;
    for (const char* option : {"--columns", "--sort", "--no-headers"}) {
        if (app.count(option) == 0)
            continue;
        if (options.json)
            fail_usage(std::string(option) + " is for tables, not for JSON, which has every key");
        of_tables = of_tables.empty() ? option : of_tables;
    }
}

} // namespace

const std::vector<GlobalOption>& global_options()
{
    static const std::vector<GlobalOption> all{
        {"--store", "URL",
         "sqlite:///path, postgresql://user@host/db, redis://host:6379/0, memory:name, or @name of a saved connection; else "
         "the "
         "variable LOCKDESK_STORE, else what `lockdeskctl use` has set. A password may come from LOCKDESK_PASSWORD"},
        {"--source", "S", "the format of the records: lockdesk (default) or another such as dist_lock:table=locks"},
        {"--json", "",
         "one JSON object a line on standard output and nothing else; times are microseconds, keys end in _us"},
        {"--output",
         "FORMAT",
         "table (default), wide (all columns, nothing cut), jsonl (the same as --json) or json (one array)",
         "-o",
         {"table", "wide", "json", "jsonl"}},
        {"--columns", "C,C", "the columns of a table and their order, by title"},
        {"--sort", "C", "sort the rows of a table by this column; -C: descending"},
        {"--no-headers", "", "a table without its titles and number of rows"},
        {"--no-pager", "", "no pager for output that is longer than the terminal (default: PAGER, else less)"},
        {"--timeout", "D", "bounds every single call, connecting included (5s); a requested wait does not count"},
        {"--sandbox", "ID", "work in this sandbox, which has its own clock"},
        {"--read-only", "", "a session that cannot write: the server refuses"},
        {"--help", "", "this help, or that of the command", "-h"},
        {"--version", "", "the program's version"},
    };
    return all;
}

const GlobalOption* find_global(const std::string& word)
{
    const auto name = word.substr(0, word.find('='));
    const auto& all = global_options();
    const auto found = std::find_if(all.begin(), all.end(), [&](const GlobalOption& one) {
        return name == one.name || (!name.empty() && name == one.letter);
    });
    return found != all.end() ? &*found : nullptr;
}

SplitLine split_line(const Words& words, const FindCommand& find)
{
    SplitLine out;
    const Command* command = nullptr;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--") {
            out.rest.insert(out.rest.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
            break;
        }
        const auto* own = option_of(command, word);
        const auto* global = own == nullptr ? find_global(word) : nullptr;
        const bool of_command = global == nullptr || (command != nullptr && std::string_view(global->name) == "--help");
        Words& to = of_command ? out.rest : out.globals;
        const bool letter_and_value = !of_command && has_value_inside(word) && !word.starts_with("--");
        to.push_back(letter_and_value ? global->name + word.substr(word.find('=')) : word); // CLI11 reads -o=x as the value =x
        const bool takes_value = own != nullptr ? own->kind != Command::Kind::flag
                                                : global != nullptr && *global->placeholder != '\0';
        if (takes_value && !has_value_inside(word) && i + 1 < words.size())
            to.push_back(words[++i]);
        if (own == nullptr && of_command)
            command = find(out.rest);
    }
    return out;
}

bool asks_for_json(const Words& globals)
{
    for (std::size_t i = 0; i < globals.size(); ++i) {
        const std::string& word = globals[i];
        const auto* option = find_global(word);
        if (word == "--json")
            return true;
        if (option == nullptr || *option->placeholder == '\0')
            continue;
        const std::string value = has_value_inside(word)      ? word.substr(word.find('=') + 1)
                                  : i + 1 < globals.size() ? globals[++i]
                                                           : std::string();
        if (std::string_view(option->name) == "--output" && value.starts_with("json"))
            return true;
    }
    return false;
}

// Fails if an option is followed by another one instead of its value.
void check_values(const Words& words)
{
    const auto takes_value = [](const std::string& word) {
        const auto* option = has_value_inside(word) ? nullptr : find_global(word);
        return option != nullptr && *option->placeholder != '\0';
    };
    const auto missing =
        app::missing_value(words, takes_value, [](const std::string& word) { return find_global(word) != nullptr; });
    if (!missing.empty())
        fail_usage(missing + " See lockdeskctl --help.");
}

Globals parse_globals(const Words& words, const GlobalOptions& defaults)
{
    Globals out{defaults, false, false, {}};
    if (words.empty()) // nearly all lines of an actor: nothing to parse
        return out;
    check_values(words);
    Texts texts;
    CLI::App app;
    app.set_help_flag();
    app.allow_windows_style_options(false);
    app.add_option("--store", out.options.store);
    app.add_option("--source", out.options.source);
    const auto* timeout_option = app.add_option("--timeout", texts.timeout);
    const auto* sandbox_option = app.add_option("--sandbox", texts.sandbox);
    app.add_option("-o,--output", texts.output);
    app.add_option("--columns", texts.columns);
    app.add_option("--sort", texts.sort);
    app.add_flag("--no-headers", texts.no_headers);
    app.add_flag("--no-pager", texts.no_pager);
    app.add_flag("--json", texts.json);
    app.add_flag_callback("--read-only", [&out] { out.options.read_only = true; });
    app.add_flag("-h,--help", out.help);
    app.add_flag("--version", out.version);
    cli_parse(app, words);
    for (std::string* text : {&out.options.store, &out.options.source, &texts.timeout, &texts.sandbox, &texts.output,
                              &texts.columns, &texts.sort})
        *text = unshielded(*text);
    if (timeout_option->count() > 0) {
        out.options.timeout = std::min<Duration>(or_fail(parse_duration(texts.timeout)), std::chrono::hours{24});
        if (out.options.timeout <= Duration{0})
            fail_usage("--timeout must be longer than 0");
    }
    if (sandbox_option->count() > 0)
        out.options.sandbox = or_fail(SandboxId::parse(texts.sandbox));
    if (out.options.source.empty())
        fail_usage("--source is empty; the default is lockdesk");
    read_layout(app, texts, out.options, out.of_tables);
    return out;
}

void refuse_table_options(const Context& context, const std::string& where)
{
    const Layout& layout = context.options().layout;
    const char* given = !layout.columns.empty() ? "--columns"
                        : !layout.sort.empty()  ? "--sort"
                        : !layout.headers       ? "--no-headers"
                                                : nullptr;
    if (given != nullptr && !context.sessions_stay())
        fail_usage(std::string(given) + " is for tables, and '" + where + "' prints none");
}

void check_columns(const Command& command, const Layout& layout, const std::string& of_tables)
{
    if (!command.has_table() && !of_tables.empty())
        fail_usage(of_tables + " is for tables, and '" + command.path() + "' prints none"); // check-shown: fine
    if (!command.has_table())
        return;
    const auto& entity = command.table();
    Words asked = layout.columns;
    if (!layout.sort.empty())
        asked.push_back(layout.sort.substr(layout.sort.starts_with('-') ? 1 : 0));
    for (const std::string& one : asked) {
        const bool there = entity ? find_column(columns_of(*entity), one) != nullptr : is_column(one);
        if (there)
            continue;
        const auto known = column_names(entity);
        std::string all;
        for (const std::string& title : entity ? known : Words{})
            all += (all.empty() ? ". Use one of: " : ", ") + title;
        fail_usage("Unknown column '" + one + "'" + all + "." + did_you_mean(one, known));
    }
}

} // namespace lockdesk::ctl
