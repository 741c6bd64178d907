// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/complain.h"
#include "app/common/missing_value.h"
#include "app/ctl/aliases.h"
#include "app/ctl/cli_words.h"
#include "app/ctl/closest.h"
#include "app/ctl/command.h"
#include "app/ctl/global_options.h"
#include "app/ctl/help.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <exception>

namespace lockdesk::ctl {

namespace {

using Words = std::vector<std::string>;

constexpr std::array<std::string_view, 1> later_commands{"doctor"};

void check_utf8(const Words& words, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        if (!is_utf8(words[i]))
            fail_usage("word " + std::to_string(i + 1)
                       + " of the command line is not valid UTF-8: " + to_valid_utf8(words[i]));
}

// Filter words that begin with "-" resemble options.
bool negated_filter(const std::string& word)
{
    const auto sign = word.find_first_of(":~<>");
    return word.size() > 2 && word[0] == '-' && word[1] != '-' && sign != std::string::npos && sign > 1;
}

std::vector<std::string> global_option_names()
{
    std::vector<std::string> out;
    for (const GlobalOption& option : global_options())
        out.emplace_back(option.name);
    return out;
}

bool takes_value(const Command& command, const std::string& name)
{
    const auto& items = command.items();
    return std::any_of(items.begin(), items.end(), [&](const Command::Item& item) {
        return item.name == name && item.kind != Command::Kind::flag;
    });
}

// Names an option that is followed by another one of the command instead of its value, or an empty string.
std::string option_without_value(const Command& command, const Words& words)
{
    const auto is_option = [&](const std::string& name) {
        const auto& items = command.items();
        return std::any_of(items.begin(), items.end(), [&](const Command::Item& item) { return item.name == name; });
    };
    return app::missing_value(words, [&](const std::string& name) { return takes_value(command, name); }, is_option);
}

// -x, -owner; not -5s, which may be a value, and not - alone.
bool is_letters(const std::string& word)
{
    return word.size() > 1 && word[0] == '-' && word[1] != '-' && !(word[1] >= '0' && word[1] <= '9');
}

// What to do with a value that begins with a dash, if the command takes one.
std::string after_dashes(const Command& command, const std::string& word)
{
    const bool takes_words = std::any_of(command.items().begin(), command.items().end(),
                                         [](const Command::Item& item) { return !item.name.starts_with('-'); });
    return takes_words && is_letters(word) && !command.is_filtered() && command.rest_help().empty()
               ? " A name that begins with - stands after --."
               : "";
}

// Names the first option that the command does not have, with a suggestion; empty: it has all of them.
std::string unknown_option(const Command& command, const Words& words)
{
    std::vector<std::string> known = global_option_names();
    for (const Command::Item& item : command.items())
        if (item.name.starts_with("--"))
            known.push_back(item.name);
    for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
        const auto name = words[i].substr(0, words[i].find('='));
        const bool option = name.starts_with("--") || is_letters(name);
        if (option && std::find(known.begin(), known.end(), name) == known.end())
            return "Unknown option " + name + "." + did_you_mean(name, known) + after_dashes(command, name);
        if (takes_value(command, words[i]))
            ++i;
    }
    return {};
}

} // namespace

SplitLine CommandTree::split(const Words& words) const
{
    SplitLine line = split_line(words, [this](const Words& before) {
        return find(with_own_words(before, [this](const std::string& path) { return m_commands.contains(path); })).command;
    });
    line.rest = with_own_words(std::move(line.rest), [this](const std::string& path) { return m_commands.contains(path); });
    return line;
}

std::string CommandTree::help_about(Words words) const
{
    words = with_own_words(std::move(words), [this](const std::string& path) { return m_commands.contains(path); });
    const Found found = find(words);
    if (found.command != nullptr)
        return found.command->help();
    std::string page = help(words.empty() ? std::string() : words[0]);
    if (page.empty() || words.size() > 1)
        fail_usage(unknown(words));
    return page;
}

CommandTree::Found CommandTree::find(std::span<const std::string> words) const
{
    Found found;
    std::string path;
    for (std::size_t i = 0; i < words.size() && i < 3; ++i) {
        path += (path.empty() ? "" : " ") + words[i];
        if (const auto it = m_commands.find(path); it != m_commands.end())
            found = {&it->second, i + 1};
    }
    return found;
}

std::string CommandTree::unknown(std::span<const std::string> words) const
{
    if (words.empty())
        return "No command is given. See lockdeskctl --help.";
    const std::string& first = words[0];
    if (std::find(later_commands.begin(), later_commands.end(), first) != later_commands.end())
        return "'" + first + "' is not in this version of lockdeskctl.";
    if (first.starts_with('-'))
        return "Unknown option " + first.substr(0, first.find('=')) + "; options of a command stand after it."
               + did_you_mean(first.substr(0, first.find('=')), global_option_names()) + " See lockdeskctl --help.";
    const auto inside = below(first);
    if (inside.empty())
        return "Unknown command '" + first + "'." + did_you_mean(first, below("")) + " See lockdeskctl --help.";
    std::string choices;
    for (const std::string& one : inside)
        choices += (choices.empty() ? "" : ", ") + one;
    const std::string given =
        words.size() > 1 ? "Unknown command '" + first + " " + words[1] + "'" : "'" + first + "' needs a subcommand";
    return given + ". Use one of: " + choices + "." + (words.size() > 1 ? did_you_mean(words[1], inside) : std::string());
}

Args CommandTree::parse(const Command& command, Words words)
{
    Args args;
    if (!command.rest_help().empty()) {
        const auto dashes = std::find(words.begin(), words.end(), "--");
        if (dashes != words.end())
            args.m_rest.assign(dashes + 1, words.end());
        words.erase(dashes, words.end());
    }
    if (const auto missing = option_without_value(command, words); !missing.empty())
        fail_usage(missing + " Usage: " + command.usage());
    if (command.is_filtered() && std::find(words.begin(), words.end(), "--") == words.end()) {
        const auto filters =
            std::stable_partition(words.begin(), words.end(), [](const std::string& word) { return !negated_filter(word); });
        words.insert(filters, "--");
    }
    CLI::App app;
    app.set_help_flag("-h,--help");
    app.allow_windows_style_options(false);
    std::vector<std::pair<std::string, CLI::Option*>> options;
    for (const Command::Item& item : command.items()) {
        using Kind = Command::Kind;
        CLI::Option* option = nullptr;
        if (item.kind == Kind::flag) {
            option = app.add_flag(item.name);
        } else {
            option = app.add_option(item.name, [](const CLI::results_t&) { return true; });
            if (item.kind == Kind::positional || item.kind == Kind::required)
                option->required();
            if (item.kind == Kind::many || item.kind == Kind::several)
                option->expected(-1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        }
        options.emplace_back(item.name, option);
    }
    cli_parse(app, words);
    for (const auto& [name, option] : options)
        if (option->count() > 0)
            for (const std::string& value : option->results())
                args.m_values[name].push_back(unshielded(value));
    return args;
}

int CommandTree::dispatch(Context& context, const Words& words, const std::string& of_tables) const
{
    const Found found = find(words);
    const bool help_at_end = !words.empty() && (words.back() == "--help" || words.back() == "-h");
    if (found.command == nullptr) {
        const std::string page = help_at_end && words.size() == 2 ? help(words[0]) : std::string();
        if (page.empty())
            fail_usage(unknown(words));
        context.out().page(page);
        return exit_done;
    }
    check_columns(*found.command, context.options().layout, of_tables);
    try {
        const Args args = parse(*found.command, {words.begin() + static_cast<std::ptrdiff_t>(found.words), words.end()});
        return found.command->handler()(context, args);
    } catch (const CLI::CallForHelp&) {
        context.out().page(found.command->help());
        return exit_done;
    } catch (const CLI::ParseError& error) {
        const std::string unknown = unknown_option(*found.command, words);
        const bool no_dashes = !found.command->rest_help().empty() && std::find(words.begin(), words.end(), "--") == words.end();
        fail_usage((unknown.empty() ? app::parse_mistake(error.what()) : unknown)
                   + (unknown.empty() && no_dashes ? " The command to run stands after --." : "")
                   + " Usage: " + found.command->usage());
    }
}

std::optional<std::string> CommandTree::mistake(Context& context, const Words& words, bool values) const
{
    const auto known = [](const std::string& word) { return word.find(not_known_yet) == std::string::npos; };
    std::optional<Args> args;
    try {
        check_utf8(words, words.size());
        const SplitLine line = split(words);
        (void)parse_globals(line.globals, {});
        if (!line.rest.empty() && !known(line.rest.front()))
            return std::nullopt;
        const Found found = find(line.rest);
        if (found.command == nullptr)
            fail_usage(unknown(line.rest));
        args = parse(*found.command, {line.rest.begin() + static_cast<std::ptrdiff_t>(found.words), line.rest.end()});
        if (values)
            (void)found.command->handler()(context, *args);
    } catch (const WouldAsk&) {
    } catch (const CommandFailed& failed) {
        if (failed.failure.kind == FailureKind::usage && !(args && args->m_gave_unknown))
            return failed.failure.message;
    } catch (const CLI::ParseError& error) {
        return app::parse_mistake(error.what());
    }
    return std::nullopt;
}

int CommandTree::run(Context& context, Words words, const GlobalOptions& defaults) const
{
    Output& out = context.out();
    const auto dashes = std::find(words.begin(), words.end(), "--");
    const SplitLine line = split(words);
    out.set_json(defaults.json || asks_for_json(line.globals));
    int status = exit_internal;
    std::optional<CommandFailed> failed;
    try {
        check_utf8(words, static_cast<std::size_t>(dashes - words.begin()));
        const Globals globals = parse_globals(line.globals, defaults);
        out.set_json(globals.options.json);
        out.set_layout(globals.options.layout);
        context.set_options(globals.options);
        if (globals.version) {
            print_version(out);
            status = exit_done;
        } else if (globals.help) {
            out.page(help_about(line.rest));
            status = exit_done;
        } else {
            status = dispatch(context, line.rest, globals.of_tables);
        }
    } catch (const CommandFailed& known) {
        failed = known;
    } catch (const AnsweredNo&) {
        status = exit_no;
    } catch (const CLI::ParseError& error) {
        failed = CommandFailed{Failure::usage(app::parse_mistake(error.what()) + " See lockdeskctl --help."), std::nullopt};
    } catch (const std::exception& mistake) {
        failed = CommandFailed{Failure::internal(mistake.what()), std::nullopt};
    }
    out.finish();
    return out.end_status(failed ? out.fail(failed->failure, failed->store_time) : status);
}

} // namespace lockdesk::ctl
