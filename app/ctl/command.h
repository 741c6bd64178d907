// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/context.h"
#include "backends/engine/contracts/names.h"
#include "backends/engine/text/text.h"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

/// Framework of the commands. Each cmd_NAME.cpp defines `void add_NAME_commands(CommandTree&)`; CMake derives the name from
/// the file's and generates the call. A command declares its words, options and examples; the framework parses (CLI11),
/// prints help, completes, and turns CommandFailed into the error object and the exit status.
namespace lockdesk::ctl {

/// Placeholder of a value, or a part of one, that is not known yet, in a command that is only checked.
inline constexpr std::string_view not_known_yet = "\x02";

/// The values of one command line. Names of options have their dashes, names of positionals are in capitals. Getters that
/// validate throw CommandFailed (usage), so a command that reads all its values first fails before it queries a store.
class Args
{
public:
    [[nodiscard]] bool has(const std::string& name) const { return m_values.contains(name); }
    /// The value; empty when absent. Valid UTF-8.
    [[nodiscard]] std::string text(const std::string& name) const;
    [[nodiscard]] std::vector<std::string> all(const std::string& name) const;
    [[nodiscard]] Duration duration(const std::string& name, Duration otherwise = Duration{0}) const;
    /// A whole number >= least.
    [[nodiscard]] std::int64_t whole(const std::string& name, std::int64_t least, std::int64_t otherwise) const;
    /// 0 to 2^53 - 1: beyond that some stores and some readers of JSON confuse two tokens.
    [[nodiscard]] FencingToken token(const std::string& name) const;
    /// At least the shortest lease.
    [[nodiscard]] Duration lease(const std::string& name, Duration otherwise = std::chrono::seconds{30}) const;
    template <class N> [[nodiscard]] N name(const std::string& name) const
    {
        auto parsed = N::parse(word(name));
        if (!parsed)
            throw CommandFailed{parsed.failure(), std::nullopt};
        return std::move(parsed).value();
    }
    /// The name of a row of another program. With `--escaped` any bytes, written as they are shown.
    template <class N> [[nodiscard]] N stored_name(const std::string& name) const
    {
        if (!has("--escaped"))
            return this->name<N>(name);
        auto stored = N::as_stored(unescaped(name));
        if (!stored)
            throw CommandFailed{stored.failure(), std::nullopt};
        return std::move(stored).value();
    }
    /// Ends the command when one of `options` is given, which would be ignored beside `name`, or without it.
    void exclude_beside(const std::string& name, std::initializer_list<const char*> options) const;
    void exclude_without(const std::string& name, std::initializer_list<const char*> options) const;
    /// --preview, or its alias --dry-run.
    [[nodiscard]] bool previews() const { return has("--preview") || has("--dry-run"); }
    /// --reason of a forced action; `-`, as printed command lines have it, is none. Fails (usage) if it is empty.
    [[nodiscard]] std::string reason() const;
    /// FILTER and --limit.
    [[nodiscard]] ListRequest list_request() const;
    /// The words after `--` of a command that runs another one.
    [[nodiscard]] const std::vector<std::string>& rest() const { return m_rest; }

private:
    friend class CommandTree;
    [[nodiscard]] std::string word(const std::string& name) const; ///< the first value
    [[nodiscard]] std::string unescaped(const std::string& name) const;
    [[nodiscard]] bool is_known(const std::string& name) const;
    std::map<std::string, std::vector<std::string>> m_values;
    std::vector<std::string> m_rest;
    mutable bool m_gave_unknown = false; ///< returned a text that is not known yet: a failure about it means nothing
};

[[noreturn]] void fail_usage(std::string message);

/// Returns a parse function's result. Throws CommandFailed on failure.
template <class T> T or_fail(Answer<T> answer)
{
    if (!answer)
        throw CommandFailed{answer.failure(), answer.store_time()};
    return std::move(answer).value();
}

using Handler = std::function<int(Context&, const Args&)>;

/// One command as declared.
class Command
{
public:
    enum class Kind { positional, maybe, many, required, option, several, flag };
    struct Item
    {
        Kind kind;
        std::string name;
        std::string placeholder;
        std::string help;
        std::vector<std::string> words; ///< for completion
        std::function<std::vector<std::string>()> offers = {}; ///< more of them, when asked
        bool locks = false;                                    ///< names of locks
    };

    Command(std::string path, std::string summary, Handler handler)
        : m_path(std::move(path)), m_summary(std::move(summary)), m_handler(std::move(handler))
    {
    }
    /// A value without a dash, in order. `maybe`: optional. `many`: zero or more.
    Command& positional(std::string name, std::string help) { return item(Kind::positional, name, "", help); }
    Command& maybe(std::string name, std::string help) { return item(Kind::maybe, name, "", help); }
    Command& many(std::string name, std::string help) { return item(Kind::many, name, "", help); }
    /// An option with one value; `several`: one or more values, repeatable.
    Command& required(std::string name, std::string value, std::string help)
    {
        return item(Kind::required, name, value, help);
    }
    Command& option(std::string name, std::string value, std::string help) { return item(Kind::option, name, value, help); }
    Command& several(std::string name, std::string value, std::string help)
    {
        return item(Kind::several, name, value, help);
    }
    Command& flag(std::string name, std::string help) { return item(Kind::flag, name, "", help); }
    /// --preview and its alias.
    Command& preview();
    /// For commands that cannot be undone: adds --yes, which skips the question. See `confirm`.
    Command& asks();
    /// The values that the last item may have.
    Command& words(std::vector<std::string> words);
    /// The same, made when a key is pressed.
    Command& offers(std::function<std::vector<std::string>()> words);
    /// The last item's values are names of locks.
    Command& names_locks();
    /// `-- CMD...` follows.
    Command& runs_command(std::string help);
    /// FILTER words and --limit; a word such as `-state:free` is a filter, not an option.
    Command& filtered(std::optional<Entity> of = std::nullopt);
    /// It prints rows of this entity as a table (table_columns.h), so that --columns, --sort and --no-headers apply; without an
    /// entity: of any.
    Command& tabled(std::optional<std::string> entity = std::nullopt);
    /// A paragraph for --help. Several calls, several paragraphs.
    Command& text(std::string paragraph);
    Command& example(std::string line, std::string what = {});
    /// Not shown in lists.
    Command& hidden();

    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] const std::string& summary() const { return m_summary; }
    [[nodiscard]] const std::vector<Item>& items() const { return m_items; }
    [[nodiscard]] const Handler& handler() const { return m_handler; }
    [[nodiscard]] const std::string& rest_help() const { return m_rest_help; }
    [[nodiscard]] bool is_hidden() const { return m_hidden; }
    [[nodiscard]] bool is_filtered() const { return m_filtered; }
    /// The entity of its filter; nullopt: any.
    [[nodiscard]] std::optional<Entity> filters() const { return m_filters; }
    [[nodiscard]] bool has_table() const { return m_has_table; }
    /// The entity of its table; nullopt: any.
    [[nodiscard]] const std::optional<std::string>& table() const { return m_table; }
    [[nodiscard]] const std::vector<std::string>& paragraphs() const { return m_paragraphs; }
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& examples() const { return m_examples; }
    [[nodiscard]] std::string usage() const;
    [[nodiscard]] std::string help() const;

private:
    Command& item(Kind kind, std::string name, std::string placeholder, std::string help);

    std::string m_path, m_summary;
    Handler m_handler;
    std::vector<Item> m_items;
    std::string m_rest_help;
    std::vector<std::string> m_paragraphs;
    std::vector<std::pair<std::string, std::string>> m_examples;
    bool m_hidden = false;
    bool m_filtered = false;
    std::optional<Entity> m_filters;
    bool m_has_table = false;
    std::optional<std::string> m_table;
};

struct SplitLine;

/// All commands by their words ("lock acquire").
class CommandTree
{
public:
    Command& add(std::string path, std::string summary, Handler handler);
    /// One line about a group ("lock"), for --help.
    void describe(std::string group, std::string summary) { m_groups[std::move(group)] = std::move(summary); }

    /// Parses and runs one command line (without the program's name) and returns its exit status. Global options
    /// missing from the line are those of `defaults`. Prints every failure.
    int run(Context& context, std::vector<std::string> words, const GlobalOptions& defaults) const;

    /// Returns what is wrong with a command line, as far as this is known without a store, or nullopt if it can run.
    /// `context` only checks. `values`: checks the values of its options, too.
    [[nodiscard]] std::optional<std::string> mistake(Context& context, const std::vector<std::string>& words,
                                                     bool values) const;

    /// The help of the program, a group or a command; empty if none has that name.
    [[nodiscard]] std::string help(const std::string& path) const;
    /// The help that these words ask for. Fails (usage) if they name nothing.
    [[nodiscard]] std::string help_about(std::vector<std::string> words) const;
    [[nodiscard]] const std::map<std::string, Command>& commands() const { return m_commands; }
    /// The words that may follow these words of a command.
    [[nodiscard]] std::vector<std::string> below(const std::string& path) const;
    /// The command of a line, and the number of its words; null: none.
    struct Found
    {
        const Command* command = nullptr;
        std::size_t words = 0;
    };
    [[nodiscard]] Found find(std::span<const std::string> words) const;
    [[nodiscard]] SplitLine split(const std::vector<std::string>& words) const;
    /// One line about a group; empty: none.
    [[nodiscard]] std::string about(const std::string& group) const;

private:
    [[nodiscard]] std::string unknown(std::span<const std::string> words) const;
    /// `of_tables`: an option of the line that is for tables; empty: none.
    int dispatch(Context& context, const std::vector<std::string>& words, const std::string& of_tables) const;
    static Args parse(const Command& command, std::vector<std::string> words);

    std::map<std::string, Command> m_commands;
    std::map<std::string, std::string> m_groups;
};

/// The states that a row of this entity can have; nullopt: of any entity; empty: the entity has none.
std::vector<std::string> states_of(std::optional<Entity> entity);

/// Fails (usage) if the filter asks for a state or by a key that no row of this entity can have; nullopt: of any entity.
void check_states(const Filter& filter, std::optional<Entity> of = std::nullopt);

/// On a terminal, asks the question and ends the command with 3 unless the answer is yes. Skips the question in scripts
/// and batches and with --yes.
void confirm(Context& context, const Args& args, const std::string& question);

/// Calls every add_NAME_commands of this build.
void add_all_commands(CommandTree& tree);

} // namespace lockdesk::ctl
